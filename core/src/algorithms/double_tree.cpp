// Two binary trees, each for half of the tensor: a rank that is inside one is (nearly always) a leaf of the other, so
// all ranks send about as much. Slices keep all levels busy.
//
// Sanders, Speck and Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, 2009; NCCL's Tree.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// The first tree: parents by binary digits, rank 0 at the root.
int first_parent(int ranks, int r) {
  if (r == 0) return -1;
  const int lowest = r & -r;
  const int up = (r ^ lowest) | (lowest << 1);
  return up < ranks ? up : r ^ lowest;
}

// The second is the first one mirrored, or shifted by one where that would leave a rank inside both.
int second_parent(int ranks, int r) {
  if (ranks % 2 == 0) {
    const int parent = first_parent(ranks, ranks - 1 - r);
    return parent < 0 ? -1 : ranks - 1 - parent;
  }
  const int parent = first_parent(ranks, wrap(r - 1, ranks));
  return parent < 0 ? -1 : wrap(parent + 1, ranks);
}

struct Tree {
  Tree(int ranks, int (*up)(int, int)) : children(static_cast<std::size_t>(ranks)) {
    for (int r = 0; r < ranks; ++r) {
      parent.push_back(up(ranks, r));
      if (parent.back() < 0) root = r;
    }
    for (int r = 0; r < ranks; ++r) {
      if (r != root) children[static_cast<std::size_t>(parent[static_cast<std::size_t>(r)])].push_back(r);
    }
  }
  const std::vector<int>& children_of(int r) const { return children[static_cast<std::size_t>(r)]; }
  int parent_of(int r) const { return parent[static_cast<std::size_t>(r)]; }
  int depth(int r) const { return r == root ? 0 : depth(parent_of(r)) + 1; }

  std::vector<int> parent;
  std::vector<std::vector<int>> children;
  int root = 0;
};

// A root that is not the tree's own hands its data to that one first, and gets none back.
Plan tree_broadcast(const PlanRequest& request, const Tree& tree) {
  return build_plan(request, {.chunks = 1}, [&tree, root = request.root](int r, LaneBuilder& lane) {
    const int hop = root == tree.root ? 0 : 1;
    const Slot held = r == root ? input(0) : output(0);
    if (r == root) {
      lane.copy(0, input(0), output(0));
      if (hop == 1) lane.round(0).send(tree.root, 0, held);
    } else {
      lane.round(hop + tree.depth(r) - 1).receive(r == tree.root ? root : tree.parent_of(r), 0, held);
    }
    for (const int child : tree.children_of(r)) {
      if (child != root) lane.round(hop + tree.depth(r)).send(child, 0, held);
    }
  });
}

Plan sliced_broadcast(const PlanRequest& request, const Tree& tree) {
  return slice(tree_broadcast(request_for(broadcast, request), tree), request.slices);
}

Plan double_tree_broadcast(const PlanRequest& request) {
  return parallel(sliced_broadcast(request, Tree(request.ranks, first_parent)),
                  sliced_broadcast(request, Tree(request.ranks, second_parent)));
}

Plan double_tree_reduce(const PlanRequest& request) { return transpose(double_tree_broadcast(request), reduce); }

// Each half goes up its tree and down again.
Plan double_tree_all_reduce(const PlanRequest& request) {
  const auto up_and_down = [&request](const Tree& tree) {
    PlanRequest from_top = request;
    from_top.root = tree.root;
    const Plan down = sliced_broadcast(from_top, tree);
    Plan both = sequence(transpose(down, reduce), down, all_reduce);
    both.root = request.root;
    return both;
  };
  return parallel(up_and_down(Tree(request.ranks, first_parent)), up_and_down(Tree(request.ranks, second_parent)));
}

// What a rank sends down both trees, each with its half of the chunks; `root` feeds trees that have another root.
std::uint64_t sent_down(const Layout& t, int r, int root_of_call) {
  std::uint64_t sent = 0;
  const std::uint32_t half = t.chunks() / 2;
  for (const bool second : {false, true}) {
    const Tree tree(t.ranks(), second ? second_parent : first_parent);
    const int root = root_of_call < 0 ? tree.root : root_of_call;
    std::uint64_t elements = 0;
    for (std::uint32_t c = 0; c < half; ++c) elements += t.length(c + (second ? half : 0));
    for (const int child : tree.children_of(r)) sent += child == root ? 0 : elements;
    if (r == root && r != tree.root) sent += elements;
  }
  return sent;
}

// And up: everything once, but for the halves of which it is the root.
std::uint64_t sent_up(const Layout& t, int r, int root_of_call) {
  std::uint64_t sent = 0;
  const std::uint32_t half = t.chunks() / 2;
  for (std::uint32_t c = 0; c < t.chunks(); ++c) {
    const Tree tree(t.ranks(), c < half ? first_parent : second_parent);
    if (r != (root_of_call < 0 ? tree.root : root_of_call)) sent += t.length(c);
  }
  return sent;
}

constexpr std::uint32_t kSlices = 4;

constexpr Variant kVariants[]{
    {&all_reduce, double_tree_all_reduce,
     [](const Layout& t, int r) { return sent_up(t, r, -1) + sent_down(t, r, -1); }, kAnyRanks, kSlices, true},
    {&broadcast, double_tree_broadcast, [](const Layout& t, int r) { return sent_down(t, r, t.root()); }, kAnyRanks,
     kSlices, true},
    {&reduce, double_tree_reduce, [](const Layout& t, int r) { return sent_up(t, r, t.root()); }, kAnyRanks, kSlices,
     true},
};

}  // namespace

const Algorithm double_tree{.name = "double_tree", .variants = kVariants};

}  // namespace ringlet
