// Runs the cases through Gloo, a thread per rank over loopback TCP, and writes what came out:
// gloo CASES.json RESULTS.json
#include <gloo/allgather.h>
#include <gloo/allgatherv.h>
#include <gloo/allreduce.h>
#include <gloo/alltoall.h>
#include <gloo/alltoallv.h>
#include <gloo/broadcast.h>
#include <gloo/config.h>
#include <gloo/gather.h>
#include <gloo/math.h>
#include <gloo/reduce.h>
#include <gloo/reduce_scatter.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/hash_store.h>
#include <gloo/scatter.h>
#include <gloo/transport/tcp/device.h>
#include <gloo/types.h>

#include <map>
#include <thread>

#include "reference.hpp"

namespace {

using namespace ringlet::references;
using Context = std::shared_ptr<gloo::rendezvous::Context>;
using Function = void (*)(void*, const void*, const void*, std::size_t);

template <class T>
Function function(const std::string& op) {
  if (op == "sum") return &gloo::sum<T>;
  if (op == "prod") return &gloo::product<T>;
  if (op == "min") return &gloo::min<T>;
  if (op == "max") return &gloo::max<T>;
  throw std::runtime_error("Gloo has no " + op);
}

template <class T>
const gloo::ReductionFunction<T>* function_object(const std::string& op) {
  if (op == "sum") return gloo::ReductionFunction<T>::sum;
  if (op == "prod") return gloo::ReductionFunction<T>::product;
  if (op == "min") return gloo::ReductionFunction<T>::min;
  if (op == "max") return gloo::ReductionFunction<T>::max;
  throw std::runtime_error("Gloo has no " + op);
}

// One rank's call of one case.
template <class T>
class Call {
 public:
  Call(const Case& of, const Context& context, const Bytes& input, Bytes& output, std::uint32_t tag)
      : of_(of), context_(context), tag_(tag), input_bytes_(input), output_bytes_(output) {
    // Gloo takes inputs that it may write to.
    in_ = reinterpret_cast<T*>(const_cast<std::byte*>(input.data()));
    out_ = reinterpret_cast<T*>(output.data());
    in_length_ = input.size() / sizeof(T);
    out_length_ = output.size() / sizeof(T);
    is_root_ = context->rank == of.root;
  }

  void perform() {
    const std::string& name = of_.collective;
    if (name == "all_reduce") return all_reduce();
    if (name == "reduce") return reduce();
    if (name == "reduce_scatter") return reduce_scatter(std::vector<int>(ranks(), static_cast<int>(of_.count)));
    if (name == "reduce_scatter_v") return reduce_scatter({of_.counts.begin(), of_.counts.end()});
    if (name == "broadcast") return broadcast();
    if (name == "all_gather") return uniform<gloo::AllgatherOptions>([](auto& o) { gloo::allgather(o); });
    if (name == "all_to_all") return uniform<gloo::AlltoallOptions>([](auto& o) { gloo::alltoall(o); });
    if (name == "all_gather_v") return all_gather_v();
    if (name == "all_to_all_v") return all_to_all_v();
    if (name == "gather") return gather();
    if (name == "scatter") return scatter();
    throw std::runtime_error("Gloo has no " + name);
  }

 private:
  std::size_t ranks() const { return static_cast<std::size_t>(of_.ranks); }

  void all_reduce() {
    gloo::AllreduceOptions options(context_);
    using Algorithm = gloo::AllreduceOptions::Algorithm;
    options.setAlgorithm(of_.by == "bcube" ? Algorithm::BCUBE : Algorithm::RING);
    options.setInput(in_, in_length_);
    options.setOutput(out_, out_length_);
    options.setReduceFunction(function<T>(of_.op));
    options.setTag(tag_);
    gloo::allreduce(options);
  }

  void reduce() {
    // Gloo's reduce works in every rank's output.
    Bytes scratch(input_bytes_.size());
    gloo::ReduceOptions options(context_);
    options.setInput(in_, in_length_);
    options.setOutput(is_root_ ? out_ : reinterpret_cast<T*>(scratch.data()), in_length_);
    options.setReduceFunction(function<T>(of_.op));
    options.setRoot(of_.root);
    options.setTag(tag_);
    gloo::reduce(options);
  }

  // Works in place and leaves the rank's part at the beginning.
  void reduce_scatter(const std::vector<int>& counts) {
    Bytes work = input_bytes_;
    gloo::ReduceScatterHalvingDoubling<T> algorithm(context_, {reinterpret_cast<T*>(work.data())},
                                                    static_cast<int>(in_length_), counts, function_object<T>(of_.op));
    algorithm.run();
    std::copy_n(work.begin(), output_bytes_.size(), output_bytes_.begin());
  }

  void broadcast() {
    gloo::BroadcastOptions options(context_);
    if (is_root_) options.setInput(in_, in_length_);
    options.setOutput(out_, out_length_);
    options.setRoot(of_.root);
    options.setTag(tag_);
    gloo::broadcast(options);
  }

  template <class Options, class Run>
  void uniform(Run run) {
    Options options(context_);
    options.setInput(in_, in_length_);
    options.setOutput(out_, out_length_);
    options.setTag(tag_);
    run(options);
  }

  void all_gather_v() {
    gloo::AllgathervOptions options(context_);
    options.setInput(in_, in_length_);
    options.setOutput(out_, std::vector<std::size_t>(of_.counts.begin(), of_.counts.end()));
    options.setTag(tag_);
    gloo::allgatherv(options);
  }

  void all_to_all_v() {
    std::vector<std::int64_t> sent;
    std::vector<std::int64_t> received;
    const auto own = static_cast<std::size_t>(context_->rank);
    for (std::size_t peer = 0; peer < ranks(); ++peer) {
      sent.push_back(static_cast<std::int64_t>(of_.counts.at(own * ranks() + peer)));
      received.push_back(static_cast<std::int64_t>(of_.counts.at(peer * ranks() + own)));
    }
    gloo::AlltoallvOptions options(context_);
    options.setInput(in_, sent);
    options.setOutput(out_, received);
    options.setTag(tag_);
    gloo::alltoallv(options);
  }

  void gather() {
    gloo::GatherOptions options(context_);
    options.setInput(in_, in_length_);
    if (is_root_) options.setOutput(out_, out_length_);
    options.setRoot(of_.root);
    options.setTag(tag_);
    gloo::gather(options);
  }

  void scatter() {
    gloo::ScatterOptions options(context_);
    std::vector<T*> parts;
    for (std::size_t rank = 0; rank < ranks(); ++rank) parts.push_back(in_ + rank * of_.count);
    if (is_root_) options.setInputs(parts, of_.count);
    options.setOutput(out_, out_length_);
    options.setRoot(of_.root);
    options.setTag(tag_);
    gloo::scatter(options);
  }

  const Case& of_;
  const Context& context_;
  std::uint32_t tag_;
  const Bytes& input_bytes_;
  Bytes& output_bytes_;
  T* in_;
  T* out_;
  std::size_t in_length_;
  std::size_t out_length_;
  bool is_root_;
};

using Perform = void (*)(const Case&, const Context&, const Bytes&, Bytes&, std::uint32_t);
template <class T>
void perform(const Case& of, const Context& context, const Bytes& input, Bytes& output, std::uint32_t tag) {
  Call<T>(of, context, input, output, tag).perform();
}
const std::map<std::string, Perform> kTypes{
    {"int8", perform<std::int8_t>},   {"uint8", perform<std::uint8_t>},   {"int32", perform<std::int32_t>},
    {"int64", perform<std::int64_t>}, {"uint64", perform<std::uint64_t>}, {"float16", perform<gloo::float16>},
    {"float32", perform<float>},      {"float64", perform<double>},
};

// All cases of one number of ranks; results[case][rank].
void run_ranks(int ranks, const std::vector<Json>& cases, std::vector<std::vector<Bytes>>& results) {
  gloo::transport::tcp::attr loopback;
  loopback.iface = "lo";
  auto device = gloo::transport::tcp::CreateDevice(loopback);
  gloo::rendezvous::HashStore store;
  // They outlive the threads: Gloo aborts if one goes while another rank still reads from it.
  std::vector<Context> contexts;
  for (int rank = 0; rank < ranks; ++rank) {
    contexts.push_back(std::make_shared<gloo::rendezvous::Context>(rank, ranks));
    contexts.back()->setTimeout(std::chrono::seconds(10));
  }
  const auto rank_main = [&](int rank) {
    const Context& context = contexts[static_cast<std::size_t>(rank)];
    context->connectFullMesh(store, device);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Case of = case_from(cases[i]);
      if (of.ranks != ranks) continue;
      const Bytes input = input_of(of, rank);
      Bytes& output = results[i][static_cast<std::size_t>(rank)];
      output = allocated(of, lengths(of, rank).output);
      try {
        kTypes.at(of.dtype)(of, context, input, output, static_cast<std::uint32_t>(i + 1));
      } catch (const std::exception& failure) {
        std::cerr << cases[i] << ", rank " << rank << ": " << failure.what() << std::endl;
        std::_Exit(1);
      }
    }
  };
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) threads.emplace_back(rank_main, rank);
  for (auto& thread : threads) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) throw std::runtime_error("wanted: CASES.json RESULTS.json");
  const auto cases = read_cases(argv[1]);
  std::vector<std::vector<Bytes>> outputs;
  int most = 0;
  for (const Json& json : cases) {
    const int ranks = json.at("ranks");
    outputs.emplace_back(static_cast<std::size_t>(ranks));
    most = std::max(most, ranks);
  }
  for (int ranks = 1; ranks <= most; ++ranks) run_ranks(ranks, cases, outputs);
  const std::string version = std::to_string(GLOO_VERSION_MAJOR) + "." + std::to_string(GLOO_VERSION_MINOR) + "." +
                              std::to_string(GLOO_VERSION_PATCH);
  Results results(argv[2], "Gloo", version);
  for (std::size_t i = 0; i < cases.size(); ++i) results.add(cases[i], outputs[i]);
}
