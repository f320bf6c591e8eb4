// What a rank's own code calls, on its own thread: collectives, messages, groups and requests that go on by themselves.
//
// The ranks of a group make the same calls in the same order. Whoever differs is found out before data is used, and an
// error on one rank ends the call on all of them: it fails the world, groups and all.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ringlet/algorithms.hpp"
#include "ringlet/collective.hpp"
#include "ringlet/error.hpp"
#include "ringlet/reduction.hpp"
#include "ringlet/types.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

// How a call is made, where the usual way is not wanted.
struct CallOptions {
  const Algorithm* algorithm = nullptr;  // when null, the fastest by the world's costs (ringlet/tuning.hpp)
  std::chrono::milliseconds timeout{5000};
};

// One rank's part of a collective. Counts are elements, as the collective's contract says.
struct RankCall {
  const void* send = nullptr;
  void* recv = nullptr;
  std::uint64_t count = 0;
  std::span<const std::uint64_t> counts{};  // of every part, for a v-variant, instead of count
  DataType dtype = DataType::int32;
  Operator op = Operator::sum;
  int root = 0;
  const void* scalar = nullptr;  // for premul_sum: this rank's factor, an element of dtype
  Accumulate accumulate = Accumulate::per_hop;
  const UserOperator* user_op = nullptr;  // instead of op; ranks are trusted to give the same
  CallOptions options{};
};

// One message of an exchange, to or from a rank of the group. Both ends give the same dtype and count.
struct Transfer {
  enum class Direction : bool { send, recv } direction = Direction::send;
  int peer = 0;
  const void* send = nullptr;
  void* recv = nullptr;
  std::uint64_t count = 0;
  DataType dtype = DataType::int32;
};

class RankProgress;
struct Group;
struct PendingOperation;

// A call that was started and goes on while the rank computes, on a second thread of the rank. Its buffers stay in use
// until it is done. A request that is dropped is still carried out.
class Request {
 public:
  // Whether it is over, well or not, and nobody uses its buffers any more. Never waits.
  bool test() const noexcept;
  // Helps until it is over and tells how it went.
  Result<void> wait();

 private:
  friend class Communicator;
  Request(std::shared_ptr<PendingOperation> pending, RankProgress& progress)
      : pending_(std::move(pending)), progress_(&progress) {}

  std::shared_ptr<PendingOperation> pending_;
  RankProgress* progress_;
};

class Communicator {
 public:
  int rank() const noexcept { return rank_; }
  int size() const noexcept;

  // Takes this rank's part in any collective. In place where recv lies as the contract says, else buffers are apart.
  // `invalid`: an argument is wrong, nothing was sent. `mismatch`: other ranks call something else. `deadline`,
  // `aborted`: it ended without a result. `failed`: the world had failed before.
  Result<void> call(const Collective& collective, const RankCall& call);
  // The same, without waiting: calls of one group are carried out in the order in which they were started.
  Result<Request> start(const Collective& collective, const RankCall& call);

  // The same with spans: the count is what their lengths say.
  template <class T>
  Result<void> reduce_scatter(std::span<const T> send, std::span<T> recv, Operator op = Operator::sum,
                              CallOptions options = {}) {
    return spans(ringlet::reduce_scatter, send, recv, op, 0, options);
  }
  template <class T>
  Result<void> all_gather(std::span<const T> send, std::span<T> recv, CallOptions options = {}) {
    return spans(ringlet::all_gather, send, recv, Operator::sum, 0, options);
  }
  template <class T>
  Result<void> all_reduce(std::span<const T> send, std::span<T> recv, Operator op = Operator::sum,
                          CallOptions options = {}) {
    return spans(ringlet::all_reduce, send, recv, op, 0, options);
  }
  // Only the root's recv is used.
  template <class T>
  Result<void> reduce(std::span<const T> send, std::span<T> recv, int root = 0, Operator op = Operator::sum,
                      CallOptions options = {}) {
    return spans(ringlet::reduce, send, rank_ == root ? recv : std::span<T>(), op, root, options);
  }
  // From the root's buffer into everybody else's.
  template <class T>
  Result<void> broadcast(std::span<T> buffer, int root = 0, CallOptions options = {}) {
    const std::span<const T> send = rank_ == root ? std::span<const T>(buffer) : std::span<const T>();
    return spans(ringlet::broadcast, send, buffer, Operator::sum, root, options);
  }
  template <class T>
  Result<void> gather(std::span<const T> send, std::span<T> recv, int root = 0, CallOptions options = {}) {
    return spans(ringlet::gather, send, rank_ == root ? recv : std::span<T>(), Operator::sum, root, options);
  }
  template <class T>
  Result<void> scatter(std::span<const T> send, std::span<T> recv, int root = 0, CallOptions options = {}) {
    return spans(ringlet::scatter, rank_ == root ? send : std::span<const T>(), recv, Operator::sum, root, options);
  }
  template <class T>
  Result<void> all_to_all(std::span<const T> send, std::span<T> recv, CallOptions options = {}) {
    return spans(ringlet::all_to_all, send, recv, Operator::sum, 0, options);
  }
  template <class T>
  Result<void> scan(std::span<const T> send, std::span<T> recv, Operator op = Operator::sum, CallOptions options = {}) {
    return spans(ringlet::scan, send, recv, op, 0, options);
  }
  // Rank 0's recv is left as it is.
  template <class T>
  Result<void> exscan(std::span<const T> send, std::span<T> recv, Operator op = Operator::sum,
                      CallOptions options = {}) {
    return spans(ringlet::exscan, send, rank_ == 0 ? std::span<T>() : recv, op, 0, options);
  }
  // Returns when all ranks of the group have called it.
  Result<void> barrier(CallOptions options = {});

  // One message. A send returns when its memory may be used again: for small ones at once.
  template <class T>
  Result<void> send(std::span<const T> values, int peer, CallOptions options = {}) {
    const Transfer one{Transfer::Direction::send, peer, values.data(), nullptr, values.size(), dtype_of<T>};
    return exchange({&one, 1}, options);
  }
  template <class T>
  Result<void> recv(std::span<T> values, int peer, CallOptions options = {}) {
    const Transfer one{Transfer::Direction::recv, peer, nullptr, values.data(), values.size(), dtype_of<T>};
    return exchange({&one, 1}, options);
  }
  // Sends and receives as one, so that none has to wait for another (ncclGroupStart to ncclGroupEnd). Between two ranks
  // messages keep their order.
  Result<void> exchange(std::span<const Transfer> transfers, CallOptions options = {});
  Result<Request> start_exchange(std::span<const Transfer> transfers, CallOptions options = {});

  // Ranks of the same colour form a new group, ordered by key and then by rank; with a negative colour none (MPI's
  // MPI_Comm_split, ncclCommSplit). All ranks of this group call it.
  Result<std::optional<Communicator>> split(int colour, int key);

  // Ends every call of every rank with this reason. Afterwards nobody uses the memory of what was started, unless this
  // is called by an operator.
  void abort(const std::string& reason);

 private:
  friend class RankProgress;
  friend Result<void> run_ranks(World& world, const std::function<Result<void>(Communicator&)>& work);
  Communicator(Group& group, int rank, RankProgress& progress) : group_(&group), rank_(rank), progress_(&progress) {}

  template <class T>
  Result<void> spans(const Collective& collective, std::span<const T> send, std::span<T> recv, Operator op, int root,
                     CallOptions options) {
    return sized(
        collective,
        {.send = send.data(), .recv = recv.data(), .dtype = dtype_of<T>, .op = op, .root = root, .options = options},
        send.size(), recv.size());
  }
  // A call whose count follows from the lengths of the buffers.
  Result<void> sized(const Collective& collective, RankCall call, std::uint64_t send, std::uint64_t recv);

  Group* group_;
  int rank_;
  RankProgress* progress_;
};

// Runs `work` as every rank of the world, each on a thread of its own, and returns when all have ended, with the first
// error. A rank whose work returns an error aborts the others; one that ends while others wait for it makes them fail.
// What only some have taken part in when all have ended, a message that nobody received, say, is an error too.
// `work` must not throw. `invalid` where ranks cannot be threads.
Result<void> run_ranks(World& world, const std::function<Result<void>(Communicator&)>& work);

}  // namespace ringlet
