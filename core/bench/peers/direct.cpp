// The practical limit in one address space: threads that read each other's tensors, with nothing but barriers between
// them. direct COLLECTIVE BYTES,... BATCH_MS BATCHES RANKS
//
// push: a rank adds up its part of all inputs and stores it into every output. pull: into its own output, from which
// the others copy. last: whoever comes last does everything, for small tensors.
#include <sched.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "peer.hpp"

namespace {

using namespace ringlet::bench;
using ringlet::Collective;

// Spins for a while where every rank has a core, then yields.
class Meeting {
 public:
  explicit Meeting(int ranks)
      : ranks_(ranks), spins_(ranks > static_cast<int>(std::thread::hardware_concurrency()) ? 0 : 4000) {}

  // `last` runs on the last rank to come, before the others go on.
  template <class Last>
  void meet(Last last) {
    const std::uint32_t now = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == ranks_) {
      last();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(now + 1, std::memory_order_release);
      return;
    }
    for (int spin = 0; round_.load(std::memory_order_acquire) == now; ++spin) {
      if (spin < spins_) {
        __builtin_ia32_pause();
      } else {
        sched_yield();
      }
    }
  }
  void meet() {
    meet([] {});
  }

 private:
  const int ranks_;
  const int spins_;
  alignas(128) std::atomic<int> arrived_{0};
  alignas(128) std::atomic<std::uint32_t> round_{0};
};

// Everything that the ranks see of each other.
struct Shared {
  explicit Shared(int n) : ranks(n), meeting(n), in(static_cast<std::size_t>(n)), out(in.size()), said(in.size()) {}

  int ranks;
  std::size_t count = 0;
  Meeting meeting;
  std::vector<const float*> in;
  std::vector<float*> out;
  std::vector<double> said;
};

class Ranks {
 public:
  Ranks(Shared& shared, std::size_t rank) : shared_(shared), rank_(rank) {}
  bool meet() {
    shared_.meeting.meet();
    return true;
  }
  std::optional<double> slowest(double us, int /*done*/) {
    return all(us, [](double a, double b) { return std::max(a, b); });
  }
  std::optional<double> sum(double mine) {
    return all(mine, [](double a, double b) { return a + b; });
  }

 private:
  template <class Combine>
  double all(double mine, Combine combine) {
    shared_.said[rank_] = mine;
    meet();
    double result = shared_.said[0];
    for (std::size_t r = 1; r < shared_.said.size(); ++r) result = combine(result, shared_.said[r]);
    meet();
    return result;
  }

  Shared& shared_;
  std::size_t rank_;
};

constexpr std::size_t kTile = 2048;  // floats: a running sum that stays in the first cache

void add_up(float* __restrict sum, const std::vector<const float*>& in, std::size_t at, std::size_t length) {
  const float* a = in[0] + at;
  if (in.size() == 4) {
    const float *b = in[1] + at, *c = in[2] + at, *d = in[3] + at;
    for (std::size_t i = 0; i < length; ++i) sum[i] = ((a[i] + b[i]) + c[i]) + d[i];
    return;
  }
  if (in.size() == 1) return void(std::memcpy(sum, a, length * sizeof(float)));
  const float* b = in[1] + at;
  for (std::size_t i = 0; i < length; ++i) sum[i] = a[i] + b[i];
  for (std::size_t r = 2; r < in.size(); ++r) {
    const float* next = in[r] + at;
    for (std::size_t i = 0; i < length; ++i) sum[i] += next[i];
  }
}

// Adds up elements [begin, end) of all inputs into these outputs, from `to` on.
void reduce(const Shared& all, const std::vector<float*>& outputs, std::size_t to, std::size_t begin, std::size_t end) {
  alignas(64) std::array<float, kTile> tile;
  for (std::size_t at = begin; at < end; at += kTile, to += kTile) {
    const std::size_t length = std::min(kTile, end - at);
    if (outputs.size() == 1) {
      add_up(outputs[0] + to, all.in, at, length);
      continue;
    }
    add_up(tile.data(), all.in, at, length);
    for (float* output : outputs) std::memcpy(output + to, tile.data(), length * sizeof(float));
  }
}

void copy(float* to, const float* from, std::size_t count) { std::memcpy(to, from, count * sizeof(float)); }

// The elements that rank r looks after, of n: all ranks alike, but for the last.
std::size_t share(std::size_t n, std::size_t r, std::size_t ranks) { return n * r / ranks; }

using Operation = void (*)(Shared&, std::size_t);

void all_reduce_push(Shared& all, std::size_t r) {
  all.meeting.meet();
  const std::size_t begin = share(all.count, r, all.in.size());
  reduce(all, all.out, begin, begin, share(all.count, r + 1, all.in.size()));
  all.meeting.meet();
}

void all_reduce_pull(Shared& all, std::size_t r) {
  const std::size_t n = all.in.size();
  const auto begin = [&](std::size_t rank) { return share(all.count, rank, n); };
  all.meeting.meet();
  reduce(all, {all.out[r]}, begin(r), begin(r), begin(r + 1));
  all.meeting.meet();
  for (std::size_t step = 1; step < n; ++step) {
    const std::size_t from = (r + step) % n;
    copy(all.out[r] + begin(from), all.out[from] + begin(from), begin(from + 1) - begin(from));
  }
  all.meeting.meet();
}

void all_reduce_last(Shared& all, std::size_t) {
  all.meeting.meet([&] { reduce(all, all.out, 0, 0, all.count); });
}

void reduce_push(Shared& all, std::size_t r) {
  all.meeting.meet();
  const std::size_t begin = share(all.count, r, all.in.size());
  reduce(all, {all.out[0]}, begin, begin, share(all.count, r + 1, all.in.size()));
  all.meeting.meet();
}

void reduce_last(Shared& all, std::size_t) {
  all.meeting.meet([&] { reduce(all, {all.out[0]}, 0, 0, all.count); });
}

void reduce_scatter_pull(Shared& all, std::size_t r) {
  all.meeting.meet();
  reduce(all, {all.out[r]}, 0, r * all.count, (r + 1) * all.count);
  all.meeting.meet();
}

void all_gather_pull(Shared& all, std::size_t r) {
  const std::size_t n = all.in.size();
  all.meeting.meet();
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t from = (r + step) % n;
    copy(all.out[r] + from * all.count, all.in[from], all.count);
  }
  all.meeting.meet();
}

void all_to_all_pull(Shared& all, std::size_t r) {
  const std::size_t n = all.in.size();
  all.meeting.meet();
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t from = (r + step) % n;
    copy(all.out[r] + from * all.count, all.in[from] + r * all.count, all.count);
  }
  all.meeting.meet();
}

void broadcast_pull(Shared& all, std::size_t r) {
  all.meeting.meet();
  if (r != 0) copy(all.out[r], all.in[0], all.count);
  all.meeting.meet();
}

void broadcast_last(Shared& all, std::size_t) {
  all.meeting.meet([&] {
    for (std::size_t r = 1; r < all.out.size(); ++r) copy(all.out[r], all.in[0], all.count);
  });
}

void only_meet(Shared& all, std::size_t) { all.meeting.meet(); }

struct Variant {
  const Collective* collective;
  const char* name;
  Operation operation;
  std::uint64_t most_bytes = UINT64_MAX;
};
constexpr std::uint64_t kSmall = 65536;
const std::vector<Variant> kVariants{
    {&ringlet::all_reduce, "push", all_reduce_push},
    {&ringlet::all_reduce, "pull", all_reduce_pull},
    {&ringlet::all_reduce, "last", all_reduce_last, kSmall},
    {&ringlet::reduce, "push", reduce_push},
    {&ringlet::reduce, "last", reduce_last, kSmall},
    {&ringlet::reduce_scatter, "pull", reduce_scatter_pull},
    {&ringlet::all_gather, "pull", all_gather_pull},
    {&ringlet::all_to_all, "pull", all_to_all_pull},
    {&ringlet::broadcast, "pull", broadcast_pull},
    {&ringlet::broadcast, "last", broadcast_last, kSmall},
    {&ringlet::barrier, "meet", only_meet},
};

void measure(const Asked& asked, const Workload& workload, const Variant& variant) {
  Shared shared(workload.ranks);
  shared.count = static_cast<std::size_t>(count_of(workload));
  const auto rank_main = [&](std::size_t rank) {
    // Two on one core would wait for each other's spinning.
    if (workload.ranks <= cores()) bind_to(static_cast<int>(rank));
    Ranks ranks(shared, rank);
    Memory memory(workload, static_cast<int>(rank));
    const auto measured = measure_rank(workload, memory, asked.effort, ranks, [&](const Memory& mine) {
      shared.in[rank] = reinterpret_cast<const float*>(mine.input().data());
      shared.out[rank] = reinterpret_cast<float*>(mine.output().data());
      shared.meeting.meet();
      return [&, rank] {
        variant.operation(shared, rank);
        return true;
      };
    });
    if (rank == 0) print_row(workload, variant.name, *measured);
    shared.meeting.meet();
  };
  std::vector<std::thread> threads;
  for (int rank = 0; rank < workload.ranks; ++rank) threads.emplace_back(rank_main, static_cast<std::size_t>(rank));
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = Asked::from(argc, argv, {"RANKS"});
  if (!asked) return 2;
  for (const std::uint64_t bytes : asked->bytes) {
    for (const Variant& variant : kVariants) {
      if (variant.collective != asked->collective || bytes > variant.most_bytes) continue;
      measure(*asked, asked->workload(bytes, std::stoi(argv[5])), variant);
    }
  }
}
