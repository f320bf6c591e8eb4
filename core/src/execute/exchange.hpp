// Messages between ranks, outside of any plan: some to send, some to receive, none before another but on the same
// connection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../progress/operation.hpp"
#include "../world/world_core.hpp"
#include "ringlet/communicator.hpp"

namespace ringlet {

class Exchange final : public Operation {
 public:
  explicit Exchange(World::Core& world) : world_(world) {}

  // Before each use; the memory of the one before serves again.
  void restart(Group& group, int rank, std::span<const Transfer> transfers);

  Progress advance() override;
  Block block() override;
  Error disagreement() const override;
  const Group& group() const override { return *group_; }
  const Plan* plan() const override { return nullptr; }
  std::vector<const void*> order() const override;

 private:
  struct Part {
    Transfer transfer;
    Channel* channel;
    const void* end;  // which end of the channel this is: a rank may hold both
    Segment segment;
    std::uint32_t message = 0;
    enum class State : std::uint8_t { waiting, published, done } state = State::waiting;
  };
  bool sends(const Part& part) const { return part.transfer.direction == Transfer::Direction::send; }
  bool can_move(const Part& part) const;
  // False when the message is not what this rank expects.
  bool move(Part& part);
  // Whether an earlier message of this exchange has to go first.
  bool behind_another(const Part& part) const;

  World::Core& world_;
  Group* group_ = nullptr;
  int rank_ = 0;
  std::vector<Part> parts_;
  const Part* disagreeing_ = nullptr;
  DataType offered_dtype_{};  // what came instead
  std::uint64_t offered_bytes_ = 0;
};

}  // namespace ringlet
