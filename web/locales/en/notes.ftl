## Notes

notes-title = Worth knowing
notes-avg = sum is not avg
notes-avg-text = avg is the sum divided by N = { $ranks }, once, when the sum is complete. With sum, gradients of { $ranks } ranks come out { $ranks } times as large. For int32 and int64, avg drops the fraction.
notes-zero = Where it is used: ZeRO
notes-zero-text = Reduce-scatter brings each gradient fragment to its owner. The owner updates its part of the parameters. All-gather collects the updated parameters. This page has no optimizer step, so its all-gather collects the sums themselves.
notes-layout = Why rank r gets fragment r
notes-layout-text = On the ring, rank r sends fragment r − 1 first. So fragment r is complete when it reaches rank r, as in NCCL. The textbook’s “send fragment r first” leaves fragment r + 1 on rank r.
notes-order = Another order, other bits
notes-order-text = Float sums are rounded after every addition. So another algorithm, or another number of ranks, may give other bits. MPI only recommends that the same call give the same result again.
notes-share = The count is one rank’s share
notes-share-text = { $collective ->
    [scatter] sendcount and recvcount of MPI_Scatter are what one rank gets, not the N = { $ranks } times as much that lies at the root.
    [gather] sendcount and recvcount of MPI_Gather are what one rank brings, not the N = { $ranks } times as much that arrives at the root.
   *[all_gather] sendcount of NCCL, like both counts of MPI_Allgather, is what one rank brings, not the N = { $ranks } times as much that arrives.
} The large buffer has to hold all of it.
notes-in-place = In place, by an offset
notes-in-place-text = NCCL gathers in place when rank r’s sendbuff is its own place in the result: recvbuff + r · sendcount. MPI has a word for it, MPI_IN_PLACE.
notes-at-root = Only the root’s result counts
notes-at-root-text = { $collective ->
    [reduce] MPI looks at recvbuf on the root only, and ncclReduce takes NULL for it elsewhere.
   *[other] MPI looks at recvbuf and recvcount on the root only; elsewhere they may be anything.
} All ranks have to name the same root.
notes-begin = Where it is used: the same beginning
notes-begin-text = PyTorch’s DistributedDataParallel starts by broadcasting the model of rank 0. So all ranks begin with the same parameters. From then on all-reduce keeps them equal.
notes-buffers = One buffer or two
notes-buffers-text = MPI_Bcast has one buffer: the root sends from it, the others receive into it. ncclBroadcast has two, but its sendbuff counts on the root only. ncclBcast is the older form, with one buffer.
notes-apart = It is no barrier
notes-apart-text = A rank may finish before others have even started. A root that only sends need not wait until all have received. To wait for everybody, call a barrier.
notes-since = In NCCL since 2.28
notes-since-text = ncclAlltoAll, ncclGather and ncclScatter came with NCCL 2.28. Before, programs put ncclSend and ncclRecv between ncclGroupStart and ncclGroupEnd. That still works.
notes-experts = Where it is used: mixture of experts
notes-experts-text = Tokens go to the ranks that hold their experts. A second all-to-all brings the answers back. Some experts are busier than others, so real programs need a count for each pair, as MPI_Alltoallv has.
notes-block = The count is of one block
notes-block-text = MPI_Alltoall and ncclAlltoAll count the elements of one block. Each buffer holds N = { $ranks } blocks. One of them is the rank’s block for itself, though nothing is sent for it.
notes-offsets = Where it is used: offsets
notes-offsets-text = Suppose each rank has some elements for a common file or array. An exclusive scan over their counts tells each rank where its own begin. An inclusive scan tells where they end.
notes-first = Rank 0 of an exclusive scan
notes-first-text = Nobody comes before rank 0, so MPI_Exscan leaves its recvbuf undefined. A program that needs a neutral element there, such as 0 for sum, writes it itself.
notes-mpi-only = MPI has it, NCCL does not
notes-mpi-only-text = NCCL has no counterpart to MPI_Scan and MPI_Exscan. Between GPUs a scan is put together from other calls. One way: all-gather each rank’s total, then add up the totals before your own.
