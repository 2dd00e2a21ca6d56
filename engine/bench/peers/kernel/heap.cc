// std::priority_queue. A cancelled event is dropped when it is met.
#include <queue>

#include "workloads.h"

class Heap {
 public:
  using Timer = uint64_t;
  Nanos now() const { return clock; }
  void stop() { stopped = true; }
  Timer after(Nanos delay, int kind, int arg) {
    queue.push({clock + delay, seq, kind, arg});
    alive.push_back(true);
    return seq++;
  }
  void cancel(Timer timer) { alive[timer] = false; }
  template <class H> void run(H& handler) {
    while (!stopped && !queue.empty()) {
      const Event event = queue.top();
      queue.pop();
      if (!alive[event.seq]) continue;
      alive[event.seq] = false;
      clock = event.time;
      handler(event.kind, event.arg);
    }
  }

 private:
  struct Event {
    Nanos time;
    uint64_t seq;
    int kind, arg;
    bool operator<(const Event& other) const { return time > other.time || (time == other.time && seq > other.seq); }
  };
  std::priority_queue<Event> queue;
  std::vector<bool> alive;  // by sequence: a bit for each event of the run
  Nanos clock = 0;
  uint64_t seq = 0;
  bool stopped = false;
};

int main(int count, char** words) { return program<Heap>(count, words); }
