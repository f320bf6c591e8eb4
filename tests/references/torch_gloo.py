#!/usr/bin/python3
"""Runs the cases through torch.distributed (its gloo backend), a process per rank, and writes what came out.

    torch_gloo.py CASES.json RESULTS.json
"""

import json
import math
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
import torch.distributed as dist

# dtype: torch's, numpy's for its bits, bits of the fraction (0 for integers), whether signed
FORMATS = {
    "int8": (torch.int8, "u1", 0, True),
    "uint8": (torch.uint8, "u1", 0, False),
    "int32": (torch.int32, "u4", 0, True),
    "int64": (torch.int64, "u8", 0, True),
    "float16": (torch.float16, "u2", 10, True),
    "float32": (torch.float32, "u4", 23, True),
    "float64": (torch.float64, "u8", 52, True),
}
OPERATORS = {
    "sum": dist.ReduceOp.SUM,
    "avg": dist.ReduceOp.SUM,  # divided afterwards, as DDP's hook does: this backend has no average
    "prod": dist.ReduceOp.PRODUCT,
    "min": dist.ReduceOp.MIN,
    "max": dist.ReduceOp.MAX,
    "band": dist.ReduceOp.BAND,
    "bor": dist.ReduceOp.BOR,
    "bxor": dist.ReduceOp.BXOR,
}
SPECIAL = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.0, -1.5, 1024.0]
MASK = 2**32 - 1


def word(case, rank, index, draw):
    """The same hash as in core/cli/references/reference_inputs.cpp: lowbias32 of Chris Wellons."""
    x = case["seed"] * 0x9E3779B1 + rank * 0x85EBCA77 + index * 0xC2B2AE3D + draw * 0x27D4EB2F & MASK
    x = (x ^ x >> 16) * 0x7FEB352D & MASK
    x = (x ^ x >> 15) * 0x846CA68B & MASK
    return x ^ x >> 16


def element(case, rank, index):
    _, bits, fraction, signed = FORMATS[case["dtype"]]
    first = word(case, rank, index, 0)
    if case["values"] == "special":
        return SPECIAL[first % 8]
    if case["values"] == "small":
        return first % 17 - 8 if signed else first % 9
    wide = word(case, rank, index, 1) << 32 | first
    if fraction == 0:
        width = 8 * int(bits[1])
        low = wide & 2**width - 1
        return low - 2**width if signed and low >> width - 1 else low
    return math.ldexp((wide >> 63 - fraction) - 2**fraction, word(case, rank, index, 2) % 16 - 8 - fraction)


def tensor(case, rank, length):
    values = [element(case, rank, index) for index in range(length)]
    return torch.tensor(values, dtype=FORMATS[case["dtype"]][0])


def blank(case, length):
    return torch.zeros(length, dtype=FORMATS[case["dtype"]][0])


def call(case, rank, group):
    """The rank's output of one case."""
    name, ranks, root = case["collective"], case["ranks"], case.get("root", 0)
    n = case.get("count", 0)
    nothing = blank(case, 0)
    if name in ("all_reduce", "reduce", "reduce_scatter"):
        data = tensor(case, rank, n * ranks if name == "reduce_scatter" else n)
        op = OPERATORS[case["op"]]
        if name == "reduce":
            dist.reduce(data, root, op, group=group)
        else:
            dist.all_reduce(data, op, group=group)
        if case["op"] == "avg":
            data = data / ranks
        if name == "reduce_scatter":  # which this backend has not
            return data[rank * n : (rank + 1) * n]
        return data if name == "all_reduce" or rank == root else nothing
    if name == "broadcast":
        data = tensor(case, rank, n) if rank == root else blank(case, n)
        dist.broadcast(data, root, group=group)
        return data
    if name == "all_gather":
        parts = [blank(case, n) for _ in range(ranks)]
        dist.all_gather(parts, tensor(case, rank, n), group=group)
        return torch.cat(parts)
    if name == "gather":
        parts = [blank(case, n) for _ in range(ranks)] if rank == root else None
        dist.gather(tensor(case, rank, n), parts, root, group=group)
        return torch.cat(parts) if rank == root else nothing
    if name == "scatter":
        parts = list(tensor(case, rank, n * ranks).split(n)) if rank == root and n > 0 else None
        if rank == root and n == 0:
            parts = [nothing] * ranks
        data = blank(case, n)
        dist.scatter(data, parts, root, group=group)
        return data
    if name == "all_to_all":
        data = blank(case, n * ranks)
        dist.all_to_all_single(data, tensor(case, rank, n * ranks), group=group)
        return data
    if name == "all_to_all_v":
        sent = case["counts"][rank * ranks : (rank + 1) * ranks]
        received = case["counts"][rank::ranks]
        data = blank(case, sum(received))
        dist.all_to_all_single(data, tensor(case, rank, sum(sent)), received, sent, group=group)
        return data
    raise ValueError(f"torch has no {name}")


def hex_of(case, data):
    bits = FORMATS[case["dtype"]][1]
    return data.numpy().view("<" + bits).astype(">" + bits).tobytes().hex()


def worker(rank, ranks, rendezvous, cases):
    torch.set_num_threads(1)
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=rank, world_size=ranks)
    groups = {n: dist.new_group(range(n)) for n in range(1, ranks + 1)}
    outputs = []
    for case in cases:
        inside = rank < case["ranks"]
        outputs.append(hex_of(case, call(case, rank, groups[case["ranks"]])) if inside else None)
    dist.barrier()
    return outputs


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    ranks = max(case["ranks"] for case in cases)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(ranks) as pool:
        rendezvous = os.path.join(folder, "rendezvous")
        futures = [pool.submit(worker, rank, ranks, rendezvous, cases) for rank in range(ranks)]
        per_rank = [future.result() for future in futures]
    for i, case in enumerate(cases):
        outputs = [per_rank[rank][i] for rank in range(case["ranks"])]
        case["outputs"] = ["=" if rank and text == outputs[rank - 1] else text for rank, text in enumerate(outputs)]
    header = {"library": "torch.distributed (gloo)", "version": torch.__version__, "made_by": "npm run test:reference"}
    compact = {"separators": (",", ":")}
    lines = ",\n".join(json.dumps(case, **compact) for case in cases)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(json.dumps(header, **compact)[:-1] + f',"cases":[\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
