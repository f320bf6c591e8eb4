// `ringlet bench` in Node. ringlet_bench.js COLLECTIVE BYTES,... BATCH_MS BATCHES RANKS ALGORITHM,...
#include "../../core/bench/json/measurement_json.hpp"
#include "../../core/bench/measure.hpp"
#include "../../core/bench/peers/peer.hpp"

using namespace ringlet;

int main(int argc, char** argv) {
  const auto asked = bench::Asked::from(argc, argv, {"RANKS", "ALGORITHM,..."});
  if (!asked) return 2;
  World world(std::atoi(argv[5]));
  std::istringstream algorithms(argv[6]);
  for (std::string algorithm; std::getline(algorithms, algorithm, ',');) {
    for (const std::uint64_t bytes : asked->bytes) {
      bench::Question question = asked->question(bytes, world.ranks());
      question.algorithm = find_algorithm(algorithm);
      const auto measured = bench::measure(world, question, asked->effort);
      if (!measured) {
        std::fprintf(stderr, "%s\n", measured.error().message.c_str());
        return 3;
      }
      std::puts(measurement_json(question, *measured).dump().c_str());
    }
  }
  return 0;
}
