// Runs the cases through MPI and writes what came out: mpirun -np N openmpi CASES.json RESULTS.json. A case of fewer
// ranks than N has a communicator of its own.
#include <mpi.h>

#include <map>
#include <optional>

#include "reference.hpp"

namespace {

using namespace ringlet::references;

const std::map<std::string, MPI_Datatype> kTypes{
    {"int8", MPI_INT8_T},   {"uint8", MPI_UINT8_T},   {"int32", MPI_INT32_T}, {"uint32", MPI_UINT32_T},
    {"int64", MPI_INT64_T}, {"uint64", MPI_UINT64_T}, {"float32", MPI_FLOAT}, {"float64", MPI_DOUBLE},
};
const std::map<std::string, MPI_Op> kOperators{
    {"", MPI_OP_NULL},  {"sum", MPI_SUM}, {"prod", MPI_PROD}, {"min", MPI_MIN},   {"max", MPI_MAX},
    {"band", MPI_BAND}, {"bor", MPI_BOR}, {"bxor", MPI_BXOR}, {"land", MPI_LAND}, {"lor", MPI_LOR},
};

using Ints = std::vector<int>;

Ints starts(const Ints& counts) {
  Ints result(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), result.begin(), 0);
  return result;
}

// Every `stride`-th count from `first` on, one for each rank.
Ints counts_from(const Case& of, std::size_t first, std::size_t stride) {
  Ints result;
  for (int rank = 0; rank < of.ranks; ++rank, first += stride) result.push_back(static_cast<int>(of.counts.at(first)));
  return result;
}

void call(const Case& of, const void* in, void* out, int rank, MPI_Comm comm) {
  const std::string& name = of.collective;
  const MPI_Datatype type = kTypes.at(of.dtype);
  const MPI_Op op = kOperators.at(of.op);
  const auto n = static_cast<int>(of.count);
  const auto own = static_cast<std::size_t>(rank);
  const auto ranks = static_cast<std::size_t>(of.ranks);
  if (name == "all_reduce") return void(MPI_Allreduce(in, out, n, type, op, comm));
  if (name == "reduce") return void(MPI_Reduce(in, out, n, type, op, of.root, comm));
  if (name == "scan") return void(MPI_Scan(in, out, n, type, op, comm));
  if (name == "exscan") return void(MPI_Exscan(in, out, n, type, op, comm));
  if (name == "reduce_scatter") return void(MPI_Reduce_scatter_block(in, out, n, type, op, comm));
  if (name == "all_gather") return void(MPI_Allgather(in, n, type, out, n, type, comm));
  if (name == "gather") return void(MPI_Gather(in, n, type, out, n, type, of.root, comm));
  if (name == "scatter") return void(MPI_Scatter(in, n, type, out, n, type, of.root, comm));
  if (name == "all_to_all") return void(MPI_Alltoall(in, n, type, out, n, type, comm));
  if (name == "broadcast") {
    if (rank == of.root) std::memcpy(out, in, of.count * find_format(of.dtype)->bytes);
    return void(MPI_Bcast(out, n, type, of.root, comm));
  }
  if (name == "all_to_all_v") {
    const Ints sent = counts_from(of, own * ranks, 1);
    const Ints received = counts_from(of, own, ranks);
    return void(MPI_Alltoallv(in, sent.data(), starts(sent).data(), type, out, received.data(), starts(received).data(),
                              type, comm));
  }
  const Ints counts = counts_from(of, 0, 1);
  const Ints places = starts(counts);
  const int mine = counts.at(own);
  if (name == "reduce_scatter_v") return void(MPI_Reduce_scatter(in, out, counts.data(), type, op, comm));
  if (name == "all_gather_v") {
    return void(MPI_Allgatherv(in, mine, type, out, counts.data(), places.data(), type, comm));
  }
  if (name == "gather_v") {
    return void(MPI_Gatherv(in, mine, type, out, counts.data(), places.data(), type, of.root, comm));
  }
  if (name == "scatter_v") {
    return void(MPI_Scatterv(in, counts.data(), places.data(), type, out, mine, type, of.root, comm));
  }
  throw std::runtime_error("MPI has no " + name);
}

// Every rank's output, at rank 0.
std::vector<Bytes> collected(const Case& of, const Bytes& output, int rank, MPI_Comm comm) {
  Ints sizes;
  std::vector<Bytes> outputs;
  for (int r = 0; r < of.ranks; ++r) {
    outputs.push_back(allocated(of, lengths(of, r).output));
    sizes.push_back(static_cast<int>(outputs.back().size()));
  }
  const Ints places = starts(sizes);
  Bytes all(static_cast<std::size_t>(places.back() + sizes.back()));
  MPI_Gatherv(output.data(), sizes.at(static_cast<std::size_t>(rank)), MPI_BYTE, all.data(), sizes.data(),
              places.data(), MPI_BYTE, 0, comm);
  for (std::size_t r = 0; r < outputs.size(); ++r) {
    std::copy_n(all.begin() + places[r], sizes[r], outputs[r].begin());
  }
  return outputs;
}

std::string library_version() {
  return std::to_string(OMPI_MAJOR_VERSION) + "." + std::to_string(OMPI_MINOR_VERSION) + "." +
         std::to_string(OMPI_RELEASE_VERSION);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) throw std::runtime_error("wanted: CASES.json RESULTS.json");
  int world_rank = 0;
  int world_size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  std::vector<MPI_Comm> first_ranks(static_cast<std::size_t>(world_size) + 1, MPI_COMM_NULL);
  for (int n = 1; n <= world_size; ++n) {
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < n ? 0 : MPI_UNDEFINED, world_rank,
                   &first_ranks[static_cast<std::size_t>(n)]);
  }
  std::optional<Results> results;
  if (world_rank == 0) results.emplace(argv[2], "Open MPI", library_version());
  for (const Json& json : read_cases(argv[1])) {
    const Case of = case_from(json);
    if (world_rank >= of.ranks) continue;
    const MPI_Comm comm = first_ranks.at(static_cast<std::size_t>(of.ranks));
    const Bytes input = input_of(of, world_rank);
    Bytes output = allocated(of, lengths(of, world_rank).output);
    call(of, input.data(), output.data(), world_rank, comm);
    const auto outputs = collected(of, output, world_rank, comm);
    if (results) results->add(json, outputs);
  }
  results.reset();
  MPI_Finalize();
}
