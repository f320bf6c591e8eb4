#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "common/names.hpp"
#include "common/nearest.hpp"
#include "ringlet/run.hpp"

namespace {

using namespace ringlet::cli;

constexpr const char* kCommands = "list, run, plan, verify, bench and tune";

void add_plan(CLI::App& app, PlanOptions& options) {
  auto* command = app.add_subcommand("plan", "Print the plan that an algorithm makes");
  command->add_option("--collective", options.collective, "Such as reduce_scatter")->required();
  command
      ->add_option("--algorithm", options.algorithm, "Such as ring, or auto for the fastest by what ringlet tune knows")
      ->required();
  command->add_option("--bytes", options.bytes,
                      "Size for which auto chooses, of the longest buffer of a rank; 1M if not given");
  command->add_option("--ranks", options.ranks, "Number of ranks")->required();
  command->add_option("--root", options.root, "Root of a rooted collective; 0 if not given");
  command->add_option("--slices", options.slices,
                      "Pieces that each part is cut into, to pass on early; as the algorithm has it if not given");
  command->add_flag("--in-place", options.in_place, "Output over the input, as NCCL has it");
  command->add_flag("--json", options.json, "JSON instead of a table");
}

void add_verify(CLI::App& app, VerifyOptions& options, ReferencesOptions& references) {
  auto* command = app.add_subcommand("verify", "Check plans symbolically, before anything runs");
  auto* ranks =
      command->add_option("--ranks", options.ranks, "A number or a range, such as 1..64")->capture_default_str();
  auto* collective = command->add_option("--collective", options.collective, "Only this collective");
  auto* algorithm = command->add_option("--algorithm", options.algorithm, "Only this algorithm");
  auto* plan =
      command->add_option("--plan", options.plan, "Check the plan in this file instead (- for standard input)");
  plan->excludes(ranks)->excludes(collective)->excludes(algorithm);
  command
      ->add_option("--references", references.folder,
                   "Run what other libraries ran and compare with their results, from tests/references/vectors if no "
                   "FOLDER is given")
      ->expected(0, 1)
      ->type_name("[FOLDER]")
      ->excludes(ranks)
      ->excludes(plan);
  command->add_flag("--json", options.json, "JSON instead of a table");
}

// Whether the results of other libraries were asked for; fills in what --references shares with verify.
bool wants_references(const CLI::App& app, const VerifyOptions& verify, ReferencesOptions& references) {
  if (app.get_subcommand("verify")->count("--references") == 0) return false;
  if (references.folder.empty()) references.folder = "tests/references/vectors";
  references.collective = verify.collective;
  references.algorithm = verify.algorithm;
  references.json = verify.json;
  return true;
}

void add_run(CLI::App& app, RunOptions& options) {
  auto* command = app.add_subcommand("run", "Run a collective on real threads");
  command->add_option("--collective", options.collective, "Such as reduce_scatter")->required();
  command->add_option("--input", options.input, "JSON file, - for standard input: {\"ranks\": [[1, 2], [3, 4]]}")
      ->required();
  command->add_option("--algorithm", options.algorithm,
                      "Such as ring; if not given, or auto, the fastest by what ringlet tune knows");
  command->add_option("--candidates", options.candidates,
                      "Among which auto chooses, such as ring,binomial, or all; if not given, those that add up alike");
  command->add_option("--op", options.op, "Operator, sum if not given: " + all_names<ringlet::Operator>());
  command->add_option("--dtype", options.dtype, "Element type, int32 if not given: " + all_names<ringlet::DataType>());
  command->add_option("--accumulate", options.accumulate,
                      "Where sums of 16- and 8-bit floats are rounded: per_hop (if not given) or float32, once");
  command->add_option("--root", options.root, "Root of a rooted collective; 0 if not given");
  command->add_flag("--in-place", options.in_place, "Output over the input, as NCCL has it");
  command->add_option("--driver", options.driver, "threads or in-turn")->capture_default_str();
  command->add_option("--timeout-ms", options.timeout_ms, "Longest that a rank may wait for another")
      ->capture_default_str();
  command->add_option("--trace", options.trace, "Write a Chrome/Perfetto trace to this file");
  command->add_option("--bytes", options.bytes, "Write a line of JSON per send to this file");
  command->add_flag("--json", options.json, "JSON instead of a table");
  command->footer(
      "Besides \"ranks\" the input may hold\n"
      "  \"dtype\", \"op\", \"accumulate\", \"root\": what no option says\n"
      "  \"counts\": the elements of each part, for collectives with _v; for all_to_all_v a list per source\n"
      "  \"scalars\": a number per rank, by which premul_sum multiplies\n"
      "  \"faults\": ranks that misbehave, as [{\"rank\": 2, \"kind\": \"late\", \"ms\": 100}]; kinds are " +
      all_names<ringlet::FaultKind>());
}

void add_bench(CLI::App& app, BenchOptions& options) {
  auto* command = app.add_subcommand("bench", "Time collectives and check what they give");
  command->add_option("--collective", options.collective, "One or more, with commas between")->capture_default_str();
  command
      ->add_option("--algorithm", options.algorithm,
                   "One or more, all, or auto for the fastest by what ringlet tune knows")
      ->capture_default_str();
  command->add_option("--candidates", options.candidates, "Among which auto chooses, such as ring,binomial, or all");
  command->add_option("--ranks", options.ranks, "Numbers of ranks, such as 2,4 or 2..4,8")->capture_default_str();
  command->add_option("--bytes", options.bytes, "Sizes of the longest buffer of a rank; K is 1024 bytes, then M and G")
      ->capture_default_str();
  command->add_option("--dtype", options.dtype, "Element types: " + all_names<ringlet::DataType>())
      ->capture_default_str();
  command->add_option("--op", options.op, "Operator, sum if not given: " + all_names<ringlet::Operator>());
  command->add_option("--root", options.root, "Root of the rooted collectives; 0 if not given");
  auto* in_place = command->add_flag("--in-place", options.in_place, "Only in place; both ways if not given");
  command->add_flag("--out-of-place", options.out_of_place, "Only out of place")->excludes(in_place);
  command->add_option("--batch-ms", options.batch_ms, "Shortest time of a batch of calls")->capture_default_str();
  command->add_option("--batches", options.batches, "Batches, of which the median counts")->capture_default_str();
  command->add_flag("--json", options.json, "JSON instead of a table");
}

void add_tune(CLI::App& app, TuneOptions& options) {
  auto* command = app.add_subcommand("tune", "Predict how long algorithms take here, and tell which auto chooses");
  command->add_option("--collective", options.collective, "One or more, with commas between")->capture_default_str();
  command->add_option("--algorithm", options.algorithm,
                      "Among which is chosen, such as ring,binomial, or all; if not given, those that auto has");
  command->add_option("--ranks", options.ranks, "Numbers of ranks, such as 2,4 or 2..4,8")->capture_default_str();
  command->add_option("--measure", options.measure, "Numbers of ranks that are measured when calibrating, 64 at most")
      ->capture_default_str();
  command->add_option("--batch-us", options.batch_us, "Shortest time of a batch of calls when calibrating")
      ->capture_default_str();
  command->add_flag("--fresh", options.fresh, "Calibrate anew, whatever ~/.cache/ringlet keeps (or XDG_CACHE_HOME)");
  command->add_flag("--json", options.json, "JSON instead of a table");
}

// Which option or command was meant: one that is written alike, or the command that has this option.
std::string meant(const CLI::App& app, const CLI::App& command, const std::string& text) {
  const std::string option = text.substr(0, text.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* each : command.get_options()) {
    for (const std::string& name : each->get_lnames()) known.push_back("--" + name);
  }
  for (const CLI::App* each : command.get_subcommands({})) known.push_back(each->get_name());
  std::string said = did_you_mean(option, {known.begin(), known.end()});
  if (!said.empty() || !option.starts_with("--")) return said;
  std::string others;
  for (const CLI::App* each : app.get_subcommands({})) {
    if (each->get_option_no_throw(option) == nullptr) continue;
    others.append(others.empty() ? "" : ", ").append(each->get_name());
  }
  return others.empty() ? "" : " (it is an option of " + others + ")";
}

// Says what is known instead of the first argument that neither the app nor the chosen command knows, if there is one.
void refuse_unknown_argument(const CLI::App& app) {
  if (app.remaining_size(true) == 0) return;
  const auto said = [&](const CLI::App& at, const CLI::App& known) {
    const std::string text = at.remaining().empty() ? "" : at.remaining().front();
    return (text.starts_with('-') ? "The option '" : "The argument '") + shown(text) + "' is not known" +
           meant(app, known, text);
  };
  for (const CLI::App* command : app.get_subcommands()) {
    const CLI::App& at = command->remaining().empty() ? app : *command;
    throw Refusal(said(at, *command) + "; ringlet " + command->get_name() + " --help tells those of " +
                  command->get_name() + ".");
  }
  throw Refusal(said(app, app) + "; the commands are " + kCommands + ", and --help after one tells its options.");
}

// An empty value is no default: most often a script's variable is not set. Options that have no default say what they
// allow instead.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      const auto& values = option->results();
      const bool may_be = option->get_required() || option->get_expected_min() == 0;
      if (may_be || std::find(values.begin(), values.end(), "") == values.end()) continue;
      throw Refusal(option->get_name() + " is empty; it needs a value, or to be left out.");
    }
  }
}

int dispatch(int argc, char** argv) {
  CLI::App app("Runs collective communication, proves it and times it.", "ringlet");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", std::string("ringlet ") + RINGLET_VERSION, "Print the version and exit");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  bool list_json = false;
  PlanOptions plan;
  VerifyOptions verify;
  ReferencesOptions references;
  RunOptions run;
  BenchOptions bench;
  TuneOptions tune;
  auto* list = app.add_subcommand("list", "Name the collectives, algorithms, element types and operators");
  list->add_flag("--json", list_json, "JSON instead of a table");
  add_run(app, run);
  add_plan(app, plan);
  add_verify(app, verify, references);
  add_bench(app, bench);
  add_tune(app, tune);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_unknown_argument(app);
    const std::string sentence = shown(error.what());
    const auto name = sentence.find(": 1 required");
    throw Refusal(name == std::string::npos ? sentence + "."
                                            : sentence.substr(0, name) + " has no value behind it; it needs one.");
  } catch (const CLI::ParseError& error) {
    refuse_unknown_argument(app);
    std::string sentence = shown(error.what());
    while (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    if (app.get_subcommands().empty()) sentence += std::string("; the commands are ") + kCommands;
    throw Refusal(sentence + ".");
  }
  refuse_empty_values(app);
  if (app.got_subcommand("list")) return list_command(list_json);
  if (app.got_subcommand("run")) return run_command(run);
  if (app.got_subcommand("plan")) return plan_command(plan);
  if (app.got_subcommand("bench")) return bench_command(bench);
  if (app.got_subcommand("tune")) {
    for (const char* option : {"--measure", "--batch-us"}) {
      if (app.get_subcommand("tune")->count(option) == 0) continue;
      tune.calibrating.append(tune.calibrating.empty() ? "" : " and ").append(option);
    }
    return tune_command(tune);
  }
  if (app.got_subcommand("verify")) {
    return wants_references(app, verify, references) ? references_command(references) : verify_command(verify);
  }
  throw Refusal(std::string("No command was given; the commands are ") + kCommands + ".");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = dispatch(argc, argv);
    if (!std::cout.flush()) throw Refusal("The answer could not be written to standard output.");
    return code;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
