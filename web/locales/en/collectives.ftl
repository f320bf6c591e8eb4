## Collectives

collective-name = { $name ->
    [reduce_scatter] Reduce-scatter
    [all_gather] All-gather
    [all_reduce] All-reduce
    [reduce] Reduce
    [broadcast] Broadcast
    [gather] Gather
    [scatter] Scatter
    [all_to_all] All-to-all
    [scan] Scan
    [exscan] Exclusive scan
   *[other] { $name }
}
intro-title = { $collective ->
    [reduce_scatter] The whole { $op ->
        [sum] sum
       *[other] result
    }, but only a piece for each rank
    [all_gather] Every rank’s piece, on every rank
    [reduce] The whole { $op ->
        [sum] sum
       *[other] result
    }, on one rank only
    [broadcast] What one rank has, on every rank
    [gather] Every rank’s piece, on one rank
    [scatter] What one rank has, a piece for each
    [all_to_all] A block from everyone, for everyone
    [scan] Each rank gets the { $op ->
        [sum] sum
       *[other] result
    } so far
    [exscan] Each rank gets the { $op ->
        [sum] sum
       *[other] result
    } of those before it
   *[all_reduce] The whole { $op ->
        [sum] sum
       *[other] result
    }, on every rank
}
intro-text = { $collective ->
    [reduce_scatter] Reduce-scatter combines all inputs, element by element. Rank r gets fragment r of the result.
    [all_gather] All-gather puts all inputs together in rank order. Every rank gets the whole.
    [reduce] Reduce combines all inputs, element by element. Only the root gets the result.
    [broadcast] Broadcast copies the root’s input to every rank.
    [gather] Gather puts all inputs together in rank order. Only the root gets the whole.
    [scatter] Scatter cuts the root’s input into pieces. Rank r gets piece r.
    [all_to_all] Every rank has a block for each rank. Block d of rank s becomes block s of rank d, as when a matrix is transposed.
    [scan] Scan combines the inputs in rank order. Rank r gets the result of ranks 0 to r.
    [exscan] Exclusive scan combines the inputs in rank order. Rank r gets the result of ranks 0 to r − 1, and rank 0 gets nothing.
   *[all_reduce] All-reduce combines all inputs, element by element. Every rank gets the whole result.
} Change a number and press Run. Each rank really computes its part.
count-hint = { $parts ->
    [per-rank] { $name ->
        [recvcount] elements in each rank’s result; the whole tensor has N · recvcount = { $total }
       *[sendcount] elements in each rank’s input; the whole tensor has N · sendcount = { $total }
    }
    [per-pair] elements in each block; every rank sends a block to every rank
   *[one] elements of the tensor
}
matrix-title = { $collective ->
    [reduce_scatter] Inputs, and where each result goes
    [scatter] The root’s input, and where each piece goes
    [broadcast] The root’s input, and what every rank gets
    [reduce] Inputs, and what the root gets
    [gather] Inputs, and what the root gets
    [scan] Inputs, and what each rank gets
    [exscan] Inputs, and what each rank gets
    [all_to_all] Inputs, and what each rank gets
   *[other] Inputs, and what every rank gets
}
fragment-of = fragment of rank { $rank }
fragment-from = from rank { $rank }
fragment-pair = block from rank { $from } to rank { $to }
fragment-block = to or from rank { $rank }
fragment-numbered = fragment { $fragment }
fragment-whole = the whole tensor, in one piece
fragment-short = f{ $fragment }
result-moved = { $collective ->
    [broadcast] broadcast
    [scatter] scattered
    [all_to_all] exchanged
   *[other] gathered
}
result-at-root = only on rank { $rank }
role-root = root
role-no-input = brings nothing
role-no-output = gets nothing
predict-fragment = { $kind ->
    [of] Only rank { $owner }’s fragment
    [pair] Only the block from rank { $source } to rank { $owner }
   *[plain] Only fragment { $fragment }
}
check-chain-equal = reduce-scatter, then all-gather = all-reduce, bit for bit ({ $algorithm }, { $elements ->
    [one] { $elements } element
   *[other] { $elements } elements
} compared)
check-chain-differs = reduce-scatter, then all-gather ≠ all-reduce ({ $algorithm }): { $differences } of { $elements ->
    [one] { $elements } element
   *[other] { $elements } elements
} { $differences ->
    [one] differs in its bits
   *[other] differ in their bits
}
check-once = { $kind ->
    [all] every result element contains every rank’s contribution exactly once
    [prefix] each rank’s result contains the ranks that it should, exactly once
   *[moved] every result element comes from the rank that it should, exactly once
} (verifier: { $rules })
check-other-same = { $algorithms }: the same bits from { $count ->
    [one] another order
   *[other] other orders
} of sending

## Algorithms

algorithm-name = { $name ->
    [auto] Auto
    [ring] Ring
    [bidirectional_ring] Two-way ring
    [direct] Direct
    [one_shot] One shot
    [recursive_doubling] Recursive doubling
    [rabenseifner] Rabenseifner
    [bruck] Bruck
    [pat] PAT
    [binomial] Binomial tree
    [double_tree] Double tree
    [hierarchical] Hierarchical
    [pairwise] Pairwise
    [naive] Naive
   *[other] { $name }
}
algorithm-group = { $kind ->
    [neighbours] Between neighbours
    [straight] Straight to each other
    [doubling] At distances 1, 2, 4, …
    [trees] Along trees
    [levels] On two levels
   *[others] Others
}
algorithm-about = { $name ->
    [ring] { $collective ->
        [broadcast] The root’s pieces follow one another along the ring. Every rank passes them on to the next.
        [reduce] Pieces travel along the ring to the root. Every rank adds its own part on the way.
       *[other] Every rank talks only to its two neighbours. In every round each link carries one piece.
    }
    [bidirectional_ring] Two rings run in opposite directions. Each carries half of the tensor.
    [direct] { $reduces ->
        [yes] Every rank fetches what it needs straight from { $collective ->
            [scan] those before it
            [exscan] those before it
           *[other] every other
        } and adds in rank order.
       *[no] Every rank fetches what it needs straight from every other.
    }
    [one_shot] Everyone sends everything to everyone, then adds it all up. One round, but the most bytes.
    [recursive_doubling] In each round two partners exchange all that they have. The next partner is twice as far away, so about log₂ N rounds are enough.
    [rabenseifner] { $collective ->
        [reduce_scatter] In each round two partners exchange half of what they still work on, and add it. Few rounds, few bytes.
       *[other] Halving spreads the reduction, doubling gathers it. Few rounds, few bytes.
    }
    [bruck] { $collective ->
        [reduce_scatter] In each round everyone sends half of what it still works on, half as far as before. Works for any N.
        [all_reduce] First everyone sends half of what it still works on, half as far each round. Then it passes on all that it has, twice as far each round. Works for any N.
        [all_to_all] In each round everyone passes on about half of its blocks, twice as far as before. Works for any N.
       *[other] In each round everyone passes on all that it has, twice as far as before. Works for any N.
    }
    [pat] Every piece travels along its own binomial tree. Pieces that go the same way share a message.
    [binomial] { $collective ->
        [broadcast] In each round every rank that has the message passes it on. So twice as many have it.
        [scatter] In each round every rank that has pieces for others hands half of them on, down from the root.
        [all_reduce] In each round half of the ranks hand their sums to the other half, until one rank has the result. Then it goes the same way back down.
       *[other] In each round half of the ranks that are left hand all that they have to the other half, up to the root.
    }
    [double_tree] Two trees carry half of the tensor each. A rank inside one tree is a leaf of the other.
    [hierarchical] { $collective ->
        [reduce_scatter] First within each node, then between nodes
        [all_reduce] Combined within each node, then between nodes, and gathered back the same way
       *[other] First between nodes, then within each node
    }, as on machines with several GPUs.
    [pairwise] In round k everyone sends to the rank k above and receives from the rank k below.
    [naive] Everything goes through one rank. This is what one writes first, and that rank is the bottleneck.
   *[other] { $name }
}
algorithm-auto = Auto chose { $algorithm }, by the cost model{ $reduces ->
    [yes] , among those that add in the order of the ranks, so that the choice does not show in the bits.
   *[no] .
}
algorithm-needs = { $name } ({ $rule ->
    [power-of-two] only for 2, 4, 8, 16 ranks
    [composite] not for a prime number of ranks
   *[other] { $rule }
})
algorithm-switched = { $rule ->
    [none] { $name } does not serve { $collective }
    [power-of-two] { $name } needs a power of two, not { $ranks } ranks
    [composite] { $name } needs a number of ranks that divides into nodes, not { $ranks }
   *[any] { $name } cannot do this
}; { $other } is chosen now.
track-title = { $algorithm ->
    [ring] On the ring
    [bidirectional_ring] On two rings
    [direct] Straight to each other
    [one_shot] Everything to everyone
    [pairwise] In pairs
    [recursive_doubling] Partners twice as far each round
    [rabenseifner] { $collective ->
        [reduce_scatter] Halving
       *[other] Halving, then doubling
    }
    [bruck] { $collective ->
        [reduce_scatter] Half as far each round
        [all_reduce] Half as far each round, then twice
       *[other] Twice as far each round
    }
    [pat] Along a tree for each piece
    [binomial] Along a tree
    [double_tree] Along two trees
    [hierarchical] Between nodes and within
    [naive] Through one rank
   *[other] Between the ranks
}
ledger-pieces = |c| is the length of a fragment.
ledger-halves = T₁ and T₂ are the halves of the tensor.
