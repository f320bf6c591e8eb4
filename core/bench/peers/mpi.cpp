// An MPI library's collectives: mpirun -np N mpi COLLECTIVE BYTES,... BATCH_MS BATCHES PLACEMENT
//
// PLACEMENT names the row: `default` leaves ranks where the library has them, `pairs` has ranks 0, 1, ... share a core
// with their neighbour, `alternate` with the next but one.
#include <mpi.h>

#include "peer.hpp"

namespace {

using namespace ringlet::bench;

int world_rank = 0;
int world_size = 0;

class Ranks {
 public:
  bool meet() { return MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS; }
  std::optional<double> slowest(double us, int /*done*/) { return all(us, MPI_MAX); }
  std::optional<double> sum(double mine) { return all(mine, MPI_SUM); }

 private:
  static std::optional<double> all(double mine, MPI_Op op) {
    double result = 0;
    MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return result;
  }
};

int call(const Workload& workload, const Memory& memory) {
  const void* in = memory.input().data();
  void* out = memory.output().data();
  const int count = static_cast<int>(count_of(workload));
  const ringlet::Collective* which = workload.collective;
  const MPI_Comm all = MPI_COMM_WORLD;
  if (which == &ringlet::all_reduce) return MPI_Allreduce(in, out, count, MPI_FLOAT, MPI_SUM, all);
  if (which == &ringlet::reduce) return MPI_Reduce(in, out, count, MPI_FLOAT, MPI_SUM, 0, all);
  if (which == &ringlet::reduce_scatter) return MPI_Reduce_scatter_block(in, out, count, MPI_FLOAT, MPI_SUM, all);
  if (which == &ringlet::all_gather) return MPI_Allgather(in, count, MPI_FLOAT, out, count, MPI_FLOAT, all);
  if (which == &ringlet::all_to_all) return MPI_Alltoall(in, count, MPI_FLOAT, out, count, MPI_FLOAT, all);
  if (which == &ringlet::broadcast) return MPI_Bcast(out, count, MPI_FLOAT, 0, all);
  if (which == &ringlet::barrier) return MPI_Barrier(all);
  return MPI_ERR_ARG;
}

// Binds this rank to one of the cores that all ranks were given.
void place(const std::string& placement) {
  if (placement == "default") return;
  const int count = cores();
  bind_to(placement == "pairs" ? world_rank * count / world_size : world_rank % count);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  const auto asked = Asked::from(argc, argv, {"PLACEMENT"});
  if (!asked) MPI_Abort(MPI_COMM_WORLD, 2);
  place(argv[5]);
  Ranks ranks;
  for (const std::uint64_t bytes : asked->bytes) {
    const Workload workload = asked->workload(bytes, world_size);
    Memory memory(workload, world_rank);
    const auto measured = measure_rank(workload, memory, asked->effort, ranks, [&](const Memory& mine) {
      return [&] { return call(workload, mine) == MPI_SUCCESS; };
    });
    if (!measured) MPI_Abort(MPI_COMM_WORLD, 1);
    if (world_rank == 0) print_row(workload, argv[5], *measured);
  }
  MPI_Finalize();
}
