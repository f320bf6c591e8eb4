// Whether anything else used this process's cores while it measured.
#pragma once

#include <chrono>
#include <optional>

namespace ringlet::cli {

class OtherLoad {
 public:
  OtherLoad() : began_(now()) {}

  // The part of those cores' time that others took since: 0.1 for ten per cent. None where the system does not tell, or
  // too little time has passed to say.
  std::optional<double> part() const;

 private:
  struct Moment {
    std::chrono::steady_clock::time_point at;
    double own = 0;             // seconds of a core, since this process began
    std::optional<double> all;  // since the machine did, by everybody
  };
  static Moment now();

  Moment began_;
};

}  // namespace ringlet::cli
