## Page

page-title = Ringlet: collective communication in your browser
page-tagline = Collective communication in your browser
page-language = Language
page-theme = Theme
theme-auto = System
theme-light = Light
theme-dark = Dark


## What runs

badge-loading = Loading the core…
badge-threads = { $threads ->
    [one] { $threads } thread
   *[other] { $threads } threads
}
badge-threads-detail = Each rank is its own thread in WebAssembly. The threads share memory.
badge-not-isolated = One thread: the ranks take turns. This page is not cross-origin isolated.
badge-threads-failed = One thread: the ranks take turns. Threads did not start in time.
badge-open = Open with real threads
badge-failed = The core did not load

## Settings

setup-title = Set up
setup-collective = Collective
setup-algorithm = Algorithm
setup-op = Operator
setup-dtype = Type
setup-accumulate = Rounding
setup-ranks = Ranks
setup-root = Root
setup-undo = Undo
setup-redo = Redo
setup-reset = Reset
setup-reset-hint = Back to the first table. Undo brings your numbers back.
accumulate-name = { $name ->
    [float32] once, at the end
   *[per_hop] after every addition (as NCCL)
}
accumulate-hint = When a sum is rounded to the type. NCCL rounds after every addition. Rounding once keeps sums in float32, and each element takes 4 bytes on the way.
op-hint = { $op ->
    [sum] sum: 1 + 10 + 100
    [avg] avg: the sum, divided by the number of ranks
    [prod] prod: the product
    [min] min: the smallest
    [max] max: the largest
   *[other] { $op }
}
count-invalid = { $given ->
    [nothing] { $name } is empty
   *[something] { $name } is “{ $value }”
}; allowed are whole numbers from 0 to { $max }.

## Input and result

matrix-label = Inputs of { $ranks ->
    [one] { $ranks } rank
   *[other] { $ranks } ranks
}, { $elements ->
    [one] { $elements } element
   *[other] { $elements } elements
} each; arrow keys move, Enter or typing edits, Escape restores
matrix-help = Move with the arrow keys. Type to edit, press Enter to keep, Escape to restore. You can paste rows and columns of numbers.
matrix-rank = rank { $rank }
matrix-cell = rank { $rank }, element { $element }, { $fragment }
matrix-no-input = no input here
result-label = { $op ->
    [sum] sum
    [prod] product
    [min] minimum
    [max] maximum
    [avg] average
   *[other] { $op }
}
result-everywhere = on every rank
result-scattered = a fragment each
result-on-rank = on rank { $rank }
result-cell = element { $element } of the result, on { $where }: { $value }
result-where-all = every rank
result-where-rank = rank { $rank }
result-unknown = not there yet
result-was = was { $value }
result-stale = Press Run or Step to see the result.
matrix-empty = { $name } is 0, so there is nothing to move. Every rank takes part, sends 0 bytes and gets an empty result.
matrix-empty-fragments = Empty fragments: { $list }. { $elements ->
    [one] There is { $elements } element
   *[other] There are { $elements } elements
} for { $fragments } fragments.
matrix-single = With one rank, the result is its own input. Nothing is sent.

problem-more = { $sentence } { $count ->
    [one] One more cell of this rank needs a number.
   *[other] { $count } more cells of this rank need a number.
}
problem = Rank { $rank }, element { $element }: { $reason ->
    [empty] the cell is empty; allowed { $integer ->
        [yes] is a whole number from { $low } to { $high }
       *[no] is a number up to ±{ $high }, or nan, inf, -inf
    }.
    [not-an-integer] “{ $text }” is not a whole number; { $dtype } allows whole numbers from { $low } to { $high }.
    [out-of-range] “{ $text }” does not fit in { $dtype }; allowed are { $integer ->
        [yes] whole numbers from { $low } to { $high }
       *[no] numbers up to ±{ $high }, or inf, -inf
    }.
   *[not-a-number] “{ $text }” is not a number; { $dtype } allows { $integer ->
        [yes] whole numbers from { $low } to { $high }
       *[no] numbers up to ±{ $high }, or nan, inf, -inf
    }.
}
paste-ragged = Rank { $rank }, element { $element }: row { $row } of what was pasted has { $given ->
    [one] { $given } number
   *[other] { $given } numbers
}, but the first row has { $expected }. All rows must have the same length. Nothing was changed.
paste-too-large = Rank { $rank }, element { $element }: { $rows } × { $columns } pasted numbers do not fit. From this cell on there is room for { $roomRows } × { $roomColumns }. Nothing was changed.

## Running

run-run = Run
run-step = Step
run-step-hint = Every rank takes one step
run-step-rank = Step rank { $rank }
run-pause = Pause
run-resume = Resume
run-stop = Stop
run-deadline = Deadline
run-deadline-unit = ms
run-deadline-invalid = { $given ->
    [nothing] Deadline is empty
   *[something] Deadline is “{ $value }”
}; allowed are whole numbers from { $min } to { $max } ms.
run-hold = Hold back rank { $rank }
run-refused = Not run. { $sentence }

status-none = Not run yet.
status-starting = Starting…
status-running = { $waiting ->
    [0] Running…
    [one] Running: { $waiting } of { $ranks } ranks waits.
   *[other] Running: { $waiting } of { $ranks } ranks wait.
}
status-held = Held back: { $held }. The others wait, for { $ms } ms at most.
status-paused = Paused: { $done } of { $total } steps taken. Press Step, and every rank takes its next one.
status-finished = { $measured ->
    [yes] Ran in { $time }
   *[no] Ran in less time than this browser’s clock can measure,
} on { $threads ->
    [one] one thread, where the ranks took turns
   *[other] { $threads } threads
}. Below you can replay it step by step.
status-stepped = All { $total } steps taken, one at a time.
status-auto = { $sentence } Auto chose { $algorithm }.

error-invalid = This call is not possible: { $message }
error-unavailable = The core could not run this: { $message }

## Moments of a run

moment-first = To the start
moment-back = Back one step
moment-forward = Forward one step
moment-last = To the end
moment-play = Play slowly
moment-stop = Stop playing
moment-slider = Shown moment of the run
moment-of = { $moment } of { $total }
moment-start = Before the first step, every rank holds only its own input.
moment-nothing = There is nothing to do: the plan has no steps.
moment-transcript = All steps
moment-round = Round { $round } of { $rounds }

step-send = { $content ->
    [own] Rank { $rank } sends its own part of { $whole ->
        [yes] the tensor
       *[no] fragment { $fragment }
    } to rank { $peer }.
    [input] Rank { $rank } sends { $whole ->
        [yes] the tensor
       *[no] fragment { $fragment }
    } to rank { $peer }.
    [copy] Rank { $rank } passes { $whole ->
        [yes] the tensor
       *[no] fragment { $fragment }
    } on to rank { $peer }.
    [complete] Rank { $rank } sends { $whole ->
        [yes] the complete result
       *[no] fragment { $fragment }, complete,
    } to rank { $peer }.
   *[partial] Rank { $rank } sends rank { $peer } what ranks { $from } have contributed to { $whole ->
        [yes] the tensor
       *[no] fragment { $fragment }
    }.
}
step-receive-combine = Rank { $rank } receives { $whole ->
    [yes] a tensor
   *[no] fragment { $fragment }
} from rank { $peer } and { $met ->
    [held] { $op ->
        [sum] adds it to what it already has
        [avg] adds it to what it already has
        [prod] multiplies what it already has by it
        [min] keeps the smaller of it and what it already has
        [max] keeps the larger of it and what it already has
       *[other] combines it with what it already has
    }
   *[own] { $op ->
        [sum] adds its own part
        [avg] adds its own part
        [prod] multiplies by its own part
        [min] keeps the smaller of it and its own part
        [max] keeps the larger of it and its own part
       *[other] combines it with its own part
    }
}: { $complete ->
    [yes] all { $ranks } ranks are in it now{ $op ->
        [avg] , and it is divided by { $ranks }
       *[other] { "" }
    }.
    [part] ranks { $from } are in it now, all that belong there.
   *[no] ranks { $from } of { $ranks } are in it so far.
}
step-receive-store = Rank { $rank } receives { $whole ->
    [yes] the tensor
   *[no] fragment { $fragment }
} from rank { $peer } and keeps it as it is.
step-local-combine = Rank { $rank } { $op ->
    [sum] adds its own part to
    [avg] adds its own part to
    [prod] multiplies in its own part of
    [min] takes the minimum with its own part of
    [max] takes the maximum with its own part of
   *[other] combines its own part with
} { $whole ->
    [yes] the tensor
   *[no] fragment { $fragment }
}: { $complete ->
    [yes] all { $ranks } ranks are in it now{ $op ->
        [avg] , and it is divided by { $ranks }
       *[other] { "" }
    }.
    [part] ranks { $from } are in it now, all that belong there.
   *[no] ranks { $from } of { $ranks } are in it so far.
}
step-local-copy = Rank { $rank } copies its own { $whole ->
    [yes] input
   *[no] fragment { $fragment }
} into its result.

## Ranks

track-unreadable = The ranks come back once every cell holds a number.
track-label = { $ranks ->
    [one] { $ranks } rank
   *[other] { $ranks } ranks
} and the messages between them
card-label = Rank { $rank }: { $status }
rank-done = done
rank-ready = ready
rank-waits = waits for { $peer }
rank-waits-long = waits for rank { $peer }
rank-absent = never comes
rank-held = held back
rank-gate = paused
rank-running = running
rank-failed = stopped
card-holds = { $fragment }: { $values }, contributed by { $from }
card-holds-source = { $fragment }: { $values }, { $from }
card-holds-nothing = { $fragment }: nothing yet
card-of = of { $ranks }
card-more = +{ $count }
card-kept = in its result
card-passed = passed on
message-label = On its way from rank { $from } to rank { $to }: { $fragment }, { $values }, { $bytes }
bytes = { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}
bytes-short = { $bytes } B
compact-note = Each square is a fragment. The fuller it is, the more ranks are in it.

## Timeline

timeline-title = Timeline
timeline-scale = Scale
timeline-order = in order
timeline-time = measured time
timeline-waits = waited { $time }
timeline-empty = Run or step to fill the timeline.
timeline-order-note = → send, + combine, = store. Hatching means waiting. Every step is drawn equally wide.
timeline-time-note = Drawn to scale, { $time } in all. Hatching means waiting.

## Bytes

ledger-title = Bytes, measured
ledger-rank = rank
ledger-sent = sent
ledger-received = received
ledger-formula = formula
ledger-total = all
ledger-caption = Payload bytes per rank up to the moment shown. The formula is for the whole run.
ledger-symbols = T is the tensor: { $elements } × { $element } B = { $bytes } B. N = { $ranks }.
ledger-difference = { $difference } B off
ledger-edges = Per connection
ledger-edges-caption = Bytes received over each connection, from the row’s rank to the column’s rank
ledger-from-to = from ↓ to →

## Check

check-title = Check with more runs
check-wait = When a run is finished, more runs check it here.
check-running = Check { $done } of { $total }…
check-chain-uneven = Not compared with reduce-scatter, then all-gather: { $elements } elements do not divide evenly among { $ranks } ranks. Choose a count that is a multiple of { $ranks }.
check-gather-equal = every rank has the same bits as every other
check-gather-differs = the ranks’ results differ in { $differences ->
    [one] { $differences } element
   *[other] { $differences } elements
}
check-bytes-equal = bytes measured = bytes by the formula, on each rank of each run
check-bytes-differ = bytes measured differ from the formula
check-other-differs = { $algorithm }: { $differences } of { $elements ->
    [one] { $elements } element
   *[other] { $elements } elements
} { $differences ->
    [one] has
   *[other] have
} other bits, because it adds in another order
check-scope = These checks compare results only. They say nothing about speed or topology.
check-try-rounding = Try float32 with 1e8, 1, −1e8, 1
check-all-gather = Now all-gather
check-all-gather-hint = Gathers these results on every rank. Nothing is added again.
check-failed = The check could not run: { $message }

## Predict

predict-title = Predict first
predict-question = Suppose rank { $rank }’s last number changes from { $before } to { $after }. Which fragment of the result will change?
predict-question-ranks = Suppose rank { $rank }’s last number changes from { $before } to { $after }. Which ranks’ results will change?
predict-ranks = { $which ->
    [from] Rank { $rank }’s and those after it
    [after] Only those after rank { $rank }
    [only] Only rank { $rank }’s
    [none] None
   *[all] Every rank’s
}
predict-answer-ranks = The result changed on { $where }.
predict-all = Every fragment
predict-none = None
predict-running = Running both…
predict-right = Right.
predict-wrong = Not quite.
predict-answer = { $fragments ->
    [0] Nothing changed in the result.
    [1] Only fragment { $list } changed, on { $where }.
   *[other] Fragments { $list } changed, on { $where }.
}
predict-where-all = every rank
predict-where-ranks = { $count ->
    [one] rank { $ranks }
   *[other] ranks { $ranks }
}
predict-change = Element { $element }: { $before } → { $after }
predict-why = { $collective ->
    [scan] Rank r combines ranks 0 to r. So a number counts on its own rank and on those after it.
    [exscan] Rank r combines ranks 0 to r − 1. So a number counts only on the ranks after its own.
    [broadcast] Nothing is combined. Every rank gets the root’s numbers, each in the same place.
    [scatter] Nothing is combined. A number’s place in the root’s input decides which rank gets it.
    [gather] Nothing is combined. Fragment r is rank r’s input.
    [all_gather] Nothing is combined. On every rank, fragment r is rank r’s input.
    [all_to_all] Nothing is combined. Rank s’s block for rank d goes to rank d and nowhere else.
   *[other] Each element of the result depends only on the same element of each input. Its place decides whose fragment it is in.
}
predict-keep = Keep { $after } in the table
predict-again = Try again
predict-unavailable = { $why ->
    [empty] There is nothing to predict without numbers.
    [rank] There is nothing to predict with one rank. Choose two or more ranks.
   *[fragment] There is nothing to predict with one fragment only. Choose two or more ranks and an algorithm that divides the tensor.
}

## Notices

notices-title = About these settings
notice-parameter = { $name } is “{ $value }”; allowed: { $allowed }. It was left out.
notice-version = This state has version “{ $value }”. This page reads version { $allowed } and used what it understood.
notice-values-size = values may have up to { $ranks } × { $elements } numbers of up to { $characters } characters. These do not fit and were left out.
notice-values-ragged = Rank { $rank }: values gives { $given ->
    [one] { $given } number
   *[other] { $given } numbers
}; allowed are { $allowed }. Missing cells are empty, extra numbers are hidden.
notice-dismiss = Dismiss
