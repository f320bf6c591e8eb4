// Payload per rank, measured, against figures worked out on paper and against the formulas of the literature. Neither
// knows the closed forms of the catalogue.
#include <utility>

#include "../support.hpp"

namespace ringlet::test {
namespace {

using Bytes = std::vector<std::uint64_t>;

Bytes measured(Runner& runner, const Form& form, const Asked& asked, Drive drive) {
  return runner.run(program_for(form), Operator::sum, asked, whole_numbers<std::int32_t>(asked), drive).sent;
}

struct Figure {
  std::string_view algorithm;
  Asked asked;
  Bytes sent;
};

// 73 int32 are 292 bytes; on 4 ranks chunks of 18, 18, 18 and 19 elements, so 72, 72, 72 and 76 bytes.
std::vector<Figure> by_hand() {
  std::vector<Figure> figures;
  const auto sends = [&figures](std::string_view algorithm, Asked asked, Bytes sent) {
    figures.push_back({algorithm, std::move(asked), std::move(sent)});
  };
  sends("ring", {&all_reduce, 4, 0, 73}, {440, 440, 436, 436});
  sends("direct", {&all_reduce, 4, 0, 73}, {220 + 216, 220 + 216, 220 + 216, 216 + 228});
  sends("naive", {&all_reduce, 4, 0, 73}, {3 * 292, 292, 292, 292});
  sends("one_shot", {&all_reduce, 4, 0, 73}, {3 * 292, 3 * 292, 3 * 292, 3 * 292});
  sends("recursive_doubling", {&all_reduce, 4, 0, 73}, {584, 584, 584, 584});
  // Rank 0 gives to 1 and gets the sum back; 1 and 2 exchange.
  sends("recursive_doubling", {&all_reduce, 3, 0, 73}, {292, 584, 292});
  // Halving: all but the own chunk. Doubling: the own chunk, then the pair's two.
  sends("rabenseifner", {&all_reduce, 4, 0, 73}, {220 + 216, 220 + 216, 220 + 220, 216 + 224});
  // Gathering: the own chunk, then that and the right neighbour's.
  sends("bruck", {&all_reduce, 4, 0, 73}, {220 + 216, 220 + 216, 220 + 220, 216 + 224});
  // Gathering: the own chunk two ranks on, then that and the one from two ranks back to the neighbour.
  sends("pat", {&all_reduce, 4, 0, 73}, {220 + 216, 220 + 220, 220 + 216, 216 + 224});
  // Two nodes of two: the own chunk to the other node, then that and the other node's within the node.
  sends("hierarchical", {&all_reduce, 4, 0, 73}, {220 + 216, 220 + 220, 220 + 216, 216 + 224});
  // Rank 0 sends the sum to 2 and 1, rank 2 its own up and the sum on to 3.
  sends("binomial", {&all_reduce, 4, 0, 73}, {584, 292, 584, 292});
  // Chunks of 9, the last of 10; rightwards the first four of them, leftwards the others.
  sends("bidirectional_ring", {&all_reduce, 4, 0, 73}, {4 * (54 + 55), 4 * (54 + 56), 4 * (54 + 56), 4 * (54 + 55)});
  // Halves of 36 and 37 elements on the trees 0 -> 2 -> (1, 3) and 3 -> 1 -> (2, 0).
  sends("double_tree", {&all_reduce, 4, 0, 73}, {4 * (36 + 37), 4 * (36 + 111), 4 * (108 + 37), 4 * (36 + 37)});
  sends("ring", {&all_reduce, 2, 0, 5}, {20, 20});          // chunks of 2 and 3
  sends("ring", {&all_reduce, 4, 0, 3}, {20, 16, 16, 20});  // chunks of 0, 1, 1, 1
  sends("ring", {&all_reduce, 5, 0, 0}, {0, 0, 0, 0, 0});
  sends("ring", {&all_reduce, 1, 0, 73}, {0});
  sends("direct", {&all_reduce, 1, 0, 73}, {0});
  sends("naive", {&all_reduce, 1, 0, 73}, {0});
  sends("ring", {&reduce_scatter, 3, 0, 2}, {16, 16, 16});
  sends("direct", {&reduce_scatter, 3, 0, 2}, {16, 16, 16});
  sends("naive", {&reduce_scatter, 3, 0, 2}, {16, 24, 24});
  sends("naive", {&reduce_scatter, 1, 0, 73}, {0});
  sends("ring", {&all_gather, 3, 0, 2}, {16, 16, 16});
  sends("direct", {&all_gather, 3, 0, 2}, {16, 16, 16});
  sends("naive", {&all_gather, 3, 0, 2}, {48, 8, 8});
  sends("naive", {&all_gather, 1, 0, 73}, {0});
  sends("ring", {&broadcast, 4, 1, 73}, {0, 292, 292, 292});  // along 1, 2, 3, 0
  sends("naive", {&broadcast, 4, 1, 73}, {0, 3 * 292, 0, 0});
  sends("binomial", {&broadcast, 4, 1, 73},
        {0, 584, 0, 292});  // 1 to 3 and 2, 3 to 0
                            // Rank 1 feeds the trees' roots 0 and 3, and its own children in the second.
  sends("double_tree", {&broadcast, 4, 1, 73}, {4 * 36, 4 * (36 + 37 + 74), 4 * 36, 0});
  sends("ring", {&reduce, 4, 1, 73}, {292, 0, 292, 292});
  sends("naive", {&reduce, 4, 1, 73}, {292, 0, 292, 292});
  sends("binomial", {&reduce, 4, 1, 73}, {292, 0, 292, 292});
  sends("double_tree", {&reduce, 4, 1, 73}, {292, 0, 292, 292});
  sends("naive", {&gather, 5, 3, 2}, {8, 8, 8, 0, 8});
  sends("binomial", {&gather, 5, 3, 2}, {16, 8, 8, 0, 8});  // 4, 0 and 2 send to 3, and 1 through 0
  sends("naive", {&scatter, 5, 3, 2}, {0, 0, 0, 32, 0});
  sends("binomial", {&scatter, 5, 3, 2}, {8, 0, 0, 32, 0});
  sends("pairwise", {&all_to_all, 5, 0, 2}, {32, 32, 32, 32, 32});
  sends("bruck", {&all_to_all, 5, 0, 2}, {40, 40, 40, 40, 40});          // distances 1, 3; 2, 3; 4
  sends("recursive_doubling", {&scan, 5, 0, 3}, {36, 24, 24, 12, 0});    // to 1, 2, 4 above
  sends("recursive_doubling", {&exscan, 5, 0, 3}, {12, 36, 36, 24, 0});  // one on, then a scan of the ranks from 1
  sends("recursive_doubling", {&barrier, 5}, {0, 0, 0, 0, 0});
  sends("ring", {&all_gather_v, 3, 0, 0, {3, 0, 5}}, {32, 12, 20});      // all but the right neighbour's
  sends("ring", {&reduce_scatter_v, 3, 0, 0, {3, 0, 5}}, {20, 32, 12});  // all but the own
  sends("naive", {&gather_v, 3, 2, 0, {3, 0, 5}}, {12, 0, 0});
  sends("naive", {&scatter_v, 3, 0, 0, {3, 0, 5}}, {20, 0, 0});
  sends("pairwise", {&all_to_all_v, 3, 0, 0, {9, 1, 2, 0, 9, 4, 5, 0, 9}}, {12, 16, 20});
  return figures;
}

TEST_CASE("bytes: measured is what was worked out by hand") {
  Runner runner;
  for (const Figure& figure : by_hand()) {
    for (const bool in_place : {false, true}) {
      if (in_place && !figure.asked.collective->in_place) continue;
      const Form form{figure.asked.collective, find_algorithm(figure.algorithm), figure.asked.ranks, figure.asked.root,
                      in_place};
      for (const Drive drive : drives()) {
        CAPTURE(form);
        CAPTURE(drive);
        CHECK(measured(runner, form, figure.asked, drive) == figure.sent);
      }
    }
  }
}

// ceil(log2 n) and floor(log2 n).
std::uint64_t log2_up(std::uint64_t n) { return n < 2 ? 0 : 1 + log2_up((n + 1) / 2); }
std::uint64_t log2_down(std::uint64_t n) { return n < 2 ? 0 : 1 + log2_down(n / 2); }

// What a paper says of a tensor of `tensor` bytes on n ranks where everything divides: the most and the least that a
// rank sends, and what all send together.
struct Formula {
  const Collective* collective;
  std::string_view algorithm;
  std::uint64_t (*most)(std::uint64_t n, std::uint64_t tensor);
  std::uint64_t (*least)(std::uint64_t n, std::uint64_t tensor);
  std::uint64_t (*together)(std::uint64_t n, std::uint64_t tensor);
};

constexpr auto kNone = [](std::uint64_t, std::uint64_t) { return std::uint64_t{0}; };
constexpr auto kOnce = [](std::uint64_t, std::uint64_t t) { return t; };
constexpr auto kTwice = [](std::uint64_t, std::uint64_t t) { return 2 * t; };
constexpr auto kOthers = [](std::uint64_t n, std::uint64_t t) { return (n - 1) * t; };           // (N-1)T
constexpr auto kOthersTwice = [](std::uint64_t n, std::uint64_t t) { return 2 * (n - 1) * t; };  // 2(N-1)T
constexpr auto kHalf = [](std::uint64_t n, std::uint64_t t) { return t * (n - 1) / n; };         // T(N-1)/N
constexpr auto kWhole = [](std::uint64_t n, std::uint64_t t) { return 2 * t * (n - 1) / n; };    // 2T(N-1)/N
constexpr auto kPart = [](std::uint64_t n, std::uint64_t t) { return t / n; };
constexpr auto kLogs = [](std::uint64_t n, std::uint64_t t) { return log2_up(n) * t; };

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> all{
      {&reduce_scatter, "ring", kHalf, kHalf, kOthers},
      {&all_gather, "ring", kHalf, kHalf, kOthers},
      {&all_reduce, "ring", kWhole, kWhole, kOthersTwice},
      {&all_reduce, "bidirectional_ring", kWhole, kWhole, kOthersTwice},
      {&broadcast, "ring", kOnce, kNone, kOthers},
      {&reduce, "ring", kOnce, kNone, kOthers},
      {&reduce_scatter, "direct", kHalf, kHalf, kOthers},
      {&all_gather, "direct", kHalf, kHalf, kOthers},
      {&all_reduce, "direct", kWhole, kWhole, kOthersTwice},
      {&all_reduce, "one_shot", kOthers, kOthers, [](auto n, auto t) { return n * (n - 1) * t; }},
      {&reduce_scatter, "pat", kHalf, kHalf, kOthers},
      {&all_gather, "pat", kHalf, kHalf, kOthers},
      {&reduce_scatter, "bruck", kHalf, kHalf, kOthers},
      {&all_gather, "bruck", kHalf, kHalf, kOthers},
      {&all_to_all, "pairwise", kHalf, kHalf, kOthers},
      {&all_gather, "recursive_doubling", kHalf, kHalf, kOthers},
      {&reduce_scatter, "hierarchical", kHalf, kHalf, kOthers},
      {&all_gather, "hierarchical", kHalf, kHalf, kOthers},
      {&all_reduce, "hierarchical", kWhole, kWhole, kOthersTwice},
      {&all_gather, "naive", kOthers, kPart, [](auto n, auto t) { return (n - 1) * t + (n - 1) * t / n; }},
      {&reduce_scatter, "naive", kOnce, kHalf, [](auto n, auto t) { return (n - 1) * t + (n - 1) * t / n; }},
      {&all_reduce, "naive", kOthers, kOnce, kOthersTwice},
      {&broadcast, "naive", kOthers, kNone, kOthers},
      {&reduce, "naive", kOnce, kNone, kOthers},
      {&gather, "naive", kPart, kNone, kHalf},
      {&scatter, "naive", kHalf, kNone, kHalf},
      {&broadcast, "binomial", kLogs, kNone, kOthers},
      {&reduce, "binomial", kOnce, kNone, kOthers},
      {&scatter, "binomial", kHalf, kNone,
       // Block v crosses as many links as v has binary ones.
       [](auto n, auto t) {
         std::uint64_t blocks = 0;
         for (std::uint64_t v = 1; v < n; ++v) {
           for (std::uint64_t bits = v; bits > 0; bits /= 2) blocks += bits % 2;
         }
         return blocks * t / n;
       }},
      {&barrier, "recursive_doubling", kNone, kNone, kNone},
      {&barrier, "binomial", kNone, kNone, kNone},
  };
  return all;
}

// Elements of a part: every slice and every power of two of ranks divides it.
constexpr std::uint64_t kEven = 32;

TEST_CASE("bytes: the formulas of the literature, for 2 to 16 ranks where everything divides") {
  Runner runner;
  for (int ranks = 2; ranks <= 16; ++ranks) {
    const auto n = static_cast<std::uint64_t>(ranks);
    for (const Formula& formula : formulas()) {
      for (const Form& form : forms_for(*formula.collective, ranks)) {
        if (form.algorithm->name != formula.algorithm || form.in_place) continue;
        // The tensor that a formula speaks of is one rank's, also where blocks go from everyone to everyone.
        const Asked asked = form.asked(formula.collective->parts(ranks) > 1 ? kEven : n * kEven);
        const std::uint64_t tensor = n * kEven * 4;
        const Bytes sent = measured(runner, form, asked, Drive::in_turn);
        std::uint64_t together = 0;
        for (const std::uint64_t bytes : sent) together += bytes;
        CAPTURE(form);
        CHECK(*std::max_element(sent.begin(), sent.end()) == formula.most(n, tensor));
        CHECK(*std::min_element(sent.begin(), sent.end()) == formula.least(n, tensor));
        CHECK(together == formula.together(n, tensor));
      }
    }
  }
}

// T log2 N, and with a fold up to T more; 2T(N-1)/N and a fold; about 2T, and no rank more.
TEST_CASE("bytes: all-reduce by doubling, by halving and by two trees stays within what the papers promise") {
  Runner runner;
  for (int ranks = 2; ranks <= 16; ++ranks) {
    const auto n = static_cast<std::uint64_t>(ranks);
    const std::uint64_t tensor = n * kEven * 4;
    const bool power = log2_up(n) == log2_down(n);
    const auto sent_by = [&](std::string_view algorithm) {
      const Form form{&all_reduce, find_algorithm(algorithm), ranks, 0, false};
      return measured(runner, form, form.asked(n * kEven), Drive::in_turn);
    };
    CAPTURE(ranks);
    const std::uint64_t doubling = log2_down(n) * tensor;
    for (const std::uint64_t bytes : sent_by("recursive_doubling")) {
      CHECK((power ? bytes == doubling : (bytes == tensor || bytes == doubling || bytes == doubling + tensor)));
    }
    std::uint64_t together = 0;
    for (const std::uint64_t bytes : sent_by("rabenseifner")) {
      CHECK((power ? bytes == 2 * (tensor - tensor / n) : bytes <= 3 * tensor));
      together += bytes;
    }
    CHECK(together == kOthersTwice(n, tensor));
    together = 0;
    for (const std::uint64_t bytes : sent_by("double_tree")) {
      CHECK(bytes <= kTwice(n, tensor));
      together += bytes;
    }
    CHECK(together == kOthersTwice(n, tensor));
  }
}

// Bruck's exchange sends a block once for every binary one of its distance: half of the blocks in each of log2 N
// rounds.
TEST_CASE("bytes: Bruck's all-to-all sends half the tensor in each of log2 N rounds") {
  Runner runner;
  for (const int ranks : {2, 4, 8, 16}) {
    const auto n = static_cast<std::uint64_t>(ranks);
    const Form form{&all_to_all, find_algorithm("bruck"), ranks, 0, false};
    const Bytes half_each_round(static_cast<std::size_t>(ranks), log2_up(n) * n * 12 * 4 / 2);
    CHECK(measured(runner, form, form.asked(12), Drive::in_turn) == half_each_round);
  }
}

}  // namespace
}  // namespace ringlet::test
