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
