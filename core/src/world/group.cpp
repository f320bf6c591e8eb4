#include "group.hpp"

#include <utility>

#include "../fail/sentences.hpp"

namespace ringlet {

Group::Group(std::vector<int> ranks_of_world)
    : members(std::move(ranks_of_world)), calls(members.size()), mesh(size()), direct(size()), board(size()) {}

std::string Group::words(int world_ranks) const {
  return size() == world_ranks ? std::string() : "the group of " + ranks_listed(members);
}

}  // namespace ringlet
