// Gloo's collectives over loopback TCP, a thread per rank: gloo COLLECTIVE BYTES,... BATCH_MS BATCHES RANKS
#include <gloo/allgather.h>
#include <gloo/allgather_ring.h>
#include <gloo/allreduce.h>
#include <gloo/allreduce_bcube.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/alltoall.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>
#include <gloo/broadcast_one_to_all.h>
#include <gloo/math.h>
#include <gloo/reduce.h>
#include <gloo/reduce_scatter.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/hash_store.h>
#include <gloo/rendezvous/prefix_store.h>
#include <gloo/transport/tcp/device.h>

#include <functional>
#include <thread>

#include "peer.hpp"

namespace {

using namespace ringlet::bench;
using Context = std::shared_ptr<gloo::rendezvous::Context>;

// Every workload has connections of its own: the older algorithm objects set the size of the sockets' buffers, which
// slows down whoever uses them next.
Context connected(gloo::rendezvous::Store& store, const std::string& name, int rank, int ranks,
                  std::shared_ptr<gloo::transport::Device>& device) {
  gloo::rendezvous::PrefixStore own(name, store);
  auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
  context->setTimeout(std::chrono::minutes(2));
  context->connectFullMesh(own, device);
  return context;
}

class Ranks {
 public:
  explicit Ranks(Context control) : control_(std::move(control)) {}
  bool meet() {
    gloo::BarrierOptions options(control_);
    options.setTag(1);
    gloo::barrier(options);
    return true;
  }
  std::optional<double> slowest(double us, int /*done*/) { return all(us, &gloo::max<double>); }
  std::optional<double> sum(double mine) { return all(mine, &gloo::sum<double>); }

 private:
  using Combine = void (*)(void*, const void*, const void*, std::size_t);
  double all(double value, Combine combine) {
    gloo::AllreduceOptions options(control_);
    options.setOutput(&value, 1);
    options.setTag(2);
    options.setReduceFunction(combine);
    gloo::allreduce(options);
    return value;
  }
  Context control_;
};

constexpr std::uint32_t kTag = 10;
using Call = std::function<void()>;

float* in(const Memory& memory) { return reinterpret_cast<float*>(memory.input().data()); }
float* out(const Memory& memory) { return reinterpret_cast<float*>(memory.output().data()); }
std::size_t length(std::span<std::byte> buffer) { return buffer.size() / sizeof(float); }

template <class Options, class Run>
Call uniform(const Context& context, const Memory& memory, Run run) {
  return [=, &memory] {
    Options options(context);
    options.setInput(in(memory), length(memory.input()));
    options.setOutput(out(memory), length(memory.output()));
    options.setTag(kTag);
    run(options);
  };
}

Call all_reduce(const Context& context, const Memory& memory, gloo::AllreduceOptions::Algorithm algorithm) {
  return uniform<gloo::AllreduceOptions>(context, memory, [algorithm](gloo::AllreduceOptions& options) {
    options.setAlgorithm(algorithm);
    options.setReduceFunction(static_cast<void (*)(void*, const void*, const void*, std::size_t)>(&gloo::sum<float>));
    gloo::allreduce(options);
  });
}

Call object(std::shared_ptr<gloo::Algorithm> algorithm) {
  return [algorithm] { algorithm->run(); };
}

template <class Algorithm>
Call all_reduce_by(const Context& context, Memory& memory) {
  return object(std::make_shared<Algorithm>(context, std::vector<float*>{out(memory)},
                                            static_cast<int>(length(memory.output()))));
}

struct Variant {
  const ringlet::Collective* collective;
  const char* name;
  bool in_place;
  std::function<Call(const Context&, Memory&, std::size_t count)> make;
};

const std::vector<Variant>& variants() {
  using Algorithm = gloo::AllreduceOptions::Algorithm;
  static const std::vector<Variant> all{
      {&ringlet::all_reduce, "ring", false,
       [](auto& context, auto& memory, auto) { return all_reduce(context, memory, Algorithm::RING); }},
      {&ringlet::all_reduce, "bcube", false,
       [](auto& context, auto& memory, auto) { return all_reduce(context, memory, Algorithm::BCUBE); }},
      {&ringlet::all_reduce, "old ring", true,
       [](auto& context, auto& memory, auto) { return all_reduce_by<gloo::AllreduceRing<float>>(context, memory); }},
      {&ringlet::all_reduce, "old ring chunked", true,
       [](auto& context, auto& memory, auto) {
         return all_reduce_by<gloo::AllreduceRingChunked<float>>(context, memory);
       }},
      {&ringlet::all_reduce, "old halving doubling", true,
       [](auto& context, auto& memory, auto) {
         return all_reduce_by<gloo::AllreduceHalvingDoubling<float>>(context, memory);
       }},
      {&ringlet::all_reduce, "old bcube", true,
       [](auto& context, auto& memory, auto) { return all_reduce_by<gloo::AllreduceBcube<float>>(context, memory); }},
      {&ringlet::reduce_scatter, "old halving doubling", true,
       [](auto& context, auto& memory, auto count) {
         // Its result lies at the beginning.
         memory.set_output(memory.input().first(count * sizeof(float)));
         const std::vector<int> counts(static_cast<std::size_t>(context->size), static_cast<int>(count));
         return object(std::make_shared<gloo::ReduceScatterHalvingDoubling<float>>(
             context, std::vector<float*>{in(memory)}, static_cast<int>(length(memory.input())), counts));
       }},
      {&ringlet::all_gather, "ring", false,
       [](auto& context, auto& memory, auto) {
         return uniform<gloo::AllgatherOptions>(context, memory, [](auto& options) { gloo::allgather(options); });
       }},
      {&ringlet::all_gather, "old ring", false,
       [](auto& context, auto& memory, auto count) {
         return object(std::make_shared<gloo::AllgatherRing<float>>(context, std::vector<const float*>{in(memory)},
                                                                    out(memory), static_cast<int>(count)));
       }},
      {&ringlet::all_to_all, "pairwise", false,
       [](auto& context, auto& memory, auto) {
         return uniform<gloo::AlltoallOptions>(context, memory, [](auto& options) { gloo::alltoall(options); });
       }},
      {&ringlet::broadcast, "tree", true,
       [](auto& context, auto& memory, auto) -> Call {
         return [=, &memory] {
           gloo::BroadcastOptions options(context);
           options.setOutput(out(memory), length(memory.output()));
           options.setRoot(0);
           options.setTag(kTag);
           gloo::broadcast(options);
         };
       }},
      {&ringlet::broadcast, "old one to all", true,
       [](auto& context, auto& memory, auto count) {
         return object(std::make_shared<gloo::BroadcastOneToAll<float>>(context, std::vector<float*>{out(memory)},
                                                                        static_cast<int>(count)));
       }},
      {&ringlet::reduce, "ring", false,
       [](auto& context, auto& memory, auto count) -> Call {
         // It works in every rank's output.
         auto scratch = std::make_shared<std::vector<float>>(context->rank == 0 ? 0 : count);
         return [=, &memory] {
           gloo::ReduceOptions options(context);
           options.setInput(in(memory), count);
           options.setOutput(context->rank == 0 ? out(memory) : scratch->data(), count);
           options.setReduceFunction(
               static_cast<void (*)(void*, const void*, const void*, std::size_t)>(&gloo::sum<float>));
           options.setRoot(0);
           options.setTag(kTag);
           gloo::reduce(options);
         };
       }},
      {&ringlet::barrier, "barrier", false,
       [](auto& context, auto&, auto) -> Call {
         return [=] {
           gloo::BarrierOptions options(context);
           options.setTag(kTag);
           gloo::barrier(options);
         };
       }},
  };
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = Asked::from(argc, argv, {"RANKS"});
  if (!asked) return 2;
  const int size = std::stoi(argv[5]);
  gloo::transport::tcp::attr loopback;
  loopback.iface = "lo";
  auto device = gloo::transport::tcp::CreateDevice(loopback);
  gloo::rendezvous::HashStore store;
  // Gloo aborts if a context goes while another rank still reads from it.
  std::vector<std::vector<Context>> contexts(static_cast<std::size_t>(size));
  const auto rank_main = [&](int rank) {
    auto& own = contexts[static_cast<std::size_t>(rank)];
    const auto connect = [&] {
      own.push_back(connected(store, std::to_string(own.size()), rank, size, device));
      return own.back();
    };
    Ranks ranks(connect());
    for (const std::uint64_t bytes : asked->bytes) {
      for (const Variant& variant : variants()) {
        if (variant.collective != asked->collective) continue;
        Workload workload = asked->workload(bytes, size);
        workload.in_place = variant.in_place;
        const Context context = connect();
        Memory memory(workload, rank);
        const auto measured = measure_rank(workload, memory, asked->effort, ranks, [&](Memory& mine) {
          return [call = variant.make(context, mine, static_cast<std::size_t>(count_of(workload)))] {
            call();
            return true;
          };
        });
        if (rank == 0) print_row(workload, variant.name, *measured);
      }
    }
    ranks.meet();
  };
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        rank_main(rank);
      } catch (const std::exception& failure) {
        std::fprintf(stderr, "rank %d: %s\n", rank, failure.what());
        std::_Exit(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}
