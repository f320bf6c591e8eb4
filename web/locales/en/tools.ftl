## Export

export-title = Export
export-plan = Plan, JSON
export-hint-plan = The plan of every rank, as `ringlet plan --json` prints it
export-trace = Trace, JSON
export-hint-trace = For Perfetto or chrome://tracing. Each rank has a track, each step and each wait a slice.
export-bytes = Byte log, JSONL
export-hint-bytes = One line per send: when, from whom, to whom, which fragment, how many bytes
export-none = After a run you can also save a trace and a byte log.
export-failed = Not exported: { $message }

## Faults

fault-title = Fault
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
   *[none] none
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
    [fault] This is the fault that you chose.
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
