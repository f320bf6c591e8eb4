## Export

export-title = Export
export-plan = Plan, JSON
export-hint-plan = The plan of every rank, as `ringlet plan --json` prints it
export-trace = Trace, JSON
export-hint-trace = For Perfetto or chrome://tracing: a track for each rank, a slice for each step and each wait
export-bytes = Byte log, JSONL
export-hint-bytes = A line for each send: when, from whom, to whom, which fragment, how many bytes
export-none = After a run there are a trace and a byte log too.
export-failed = Not exported: { $message }

## What if a rank misbehaves

fault-title = What if a rank
fault-kind-label = What a rank does wrong
fault-kind = { $kind ->
    [absent] never comes
    [late] comes late
    [abort] aborts
    [other_collective] calls another collective
    [other_count] has another count
    [other_dtype] has another type
    [other_op] has another operator
    [other_root] has another root
   *[none] … no, all behave
}
fault-rank = Rank that misbehaves
fault-after = after
fault-ms-invalid = { $given ->
    [nothing] The time is empty
   *[something] The time is “{ $value }”
}; allowed are whole numbers from { $min } to { $max } ms.

error-deadline = Deadline of { $ms } ms passed: { $waiting }. { $culprits }
error-waits = rank { $rank } waits for rank { $peer }
error-culprits = { $count ->
    [one] Rank { $ranks } kept the others waiting.
   *[other] Ranks { $ranks } kept the others waiting.
}
error-next = { $cause ->
    [fault] As asked for under “What if a rank”.
   *[held] Release the rank or raise the deadline, then run again.
}
error-aborted = { $count ->
    [0] The run was stopped.
    [one] Rank { $ranks } aborted the run; the others woke at once.
   *[other] Ranks { $ranks } aborted the run; the others woke at once.
}
error-mismatch = { $count ->
    [one] Rank { $ranks } does not make the same call as the others.
   *[other] Ranks { $ranks } do not make the same call as the others.
} The core says: { $message }
