// A ladder queue: what ../../../kernel/ladder-queue.ts is, in C++. Its rules stand there.
#include <algorithm>
#include <limits>

#include "workloads.h"

class Ladder {
 public:
  using Timer = uint64_t;  // the sequence of the event, and its slot
  Nanos now() const { return clock; }
  void stop() { stopped = true; }

  Timer after(Nanos delay, int kind, int arg) {
    const int slot = allocate();
    pool[slot] = {clock + delay, seq, kind, arg, -1};
    add(slot);
    return (seq++ << 24) | slot;
  }

  void cancel(Timer timer) {
    const int slot = timer & 0xffffff;
    Event& event = pool[slot];
    if (event.seq != timer >> 24) return;
    if (event.time < topFrom) { event.seq = DEAD; return; }
    const int last = top.back();
    top[event.link] = last;
    pool[last].link = event.link;
    top.pop_back();
    release(slot);
  }

  template <class H> void run(H& handler) {
    while (!stopped && (head < end || refill())) {
      const int slot = bottom[head++];
      const Event event = pool[slot];
      release(slot);
      if (event.seq == DEAD) continue;
      clock = event.time;
      handler(event.kind, event.arg);
    }
  }

 private:
  struct Event { Nanos time; uint64_t seq; int kind, arg, link; };
  struct Rung { Nanos start, from; int shift; int next, buckets; std::vector<int> heads; };
  static constexpr int FEW = 48, ROOM = 128, ENOUGH = 8;
  static constexpr uint64_t DEAD = std::numeric_limits<uint64_t>::max();
  static constexpr Nanos NEVER = std::numeric_limits<Nanos>::max();
  std::vector<Event> pool;
  std::vector<int> top, kept, bottom = std::vector<int>(ROOM);
  std::vector<Rung> rungs = std::vector<Rung>(64);
  int freed = -1, head = 0, end = 0, used = 0;
  Nanos rungsFrom = NEVER, topFrom = NEVER, clock = 0;
  uint64_t seq = 0;
  bool stopped = false;

  int allocate() {
    if (freed >= 0) { const int slot = freed; freed = pool[slot].link; return slot; }
    pool.push_back({});
    return pool.size() - 1;
  }
  void release(int slot) { pool[slot].link = freed; pool[slot].seq = DEAD; freed = slot; }

  void add(int slot) {
    const Nanos time = pool[slot].time;
    if (time < rungsFrom) { addToBottom(slot); return; }
    if (time >= topFrom) { addToTop(slot); return; }
    int at = 0;
    while (time < rungs[at].from) at++;
    put(rungs[at], slot);
  }
  void addToTop(int slot) { pool[slot].link = top.size(); top.push_back(slot); }
  void put(Rung& rung, int slot) {
    int& first = rung.heads[(pool[slot].time - rung.start) >> rung.shift];
    pool[slot].link = first;
    first = slot;
  }

  void addToBottom(int slot) {
    const Nanos time = pool[slot].time;
    if (head > 0 && head < end && time < pool[bottom[(head + end) >> 1]].time) {
      int place = head;
      for (; pool[bottom[place]].time <= time; place++) bottom[place - 1] = bottom[place];
      bottom[place - 1] = slot;
      head--;
      return;
    }
    if (end == int(bottom.size())) { tidy(); add(slot); return; }
    int place = end++;
    for (; place > head && pool[bottom[place - 1]].time > time; place--) bottom[place] = bottom[place - 1];
    bottom[place] = slot;
  }

  void tidy() {
    int count = 0;
    for (int place = head; place < end; place++) {
      const int slot = bottom[place];
      if (pool[slot].seq == DEAD) release(slot);
      else bottom[count++] = slot;
    }
    head = 0;
    end = count;
    if (count > FEW) {
      int split = FEW / 2;
      while (split > 0 && pool[bottom[split - 1]].time == pool[bottom[split]].time) split--;
      const Nanos from = pool[bottom[split]].time;
      end = split;
      if (used > 0) spread(bottom.data() + split, count - split, from, rungsFrom);
      else {
        for (int place = split; place < count; place++) addToTop(bottom[place]);
        topFrom = rungsFrom = from;
      }
    }
    if (end > int(bottom.size()) / 2) bottom.resize(2 * end);
  }

  bool refill() {
    head = end = 0;
    for (;;) {
      if (used > 0) {
        if (drain()) return true;
        continue;
      }
      if (top.empty()) { topFrom = rungsFrom = NEVER; return false; }
      if (int(top.size()) <= FEW) {
        for (const int slot : top) insert(0, slot);
        top.clear();
        topFrom = rungsFrom = NEVER;
        return true;
      }
      Nanos from = NEVER, to = 0;
      for (const int slot : top) { from = std::min(from, pool[slot].time); to = std::max(to, pool[slot].time); }
      spread(top.data(), top.size(), from, to + 1);
      top.clear();
      topFrom = rungs[0].start + (Nanos(rungs[0].buckets) << rungs[0].shift);
    }
  }

  // Moves the next buckets of the finest rung to the empty bottom.
  bool drain() {
    Rung& rung = rungs[used - 1];
    while (end < ENOUGH) {
      while (rung.next < rung.buckets && rung.heads[rung.next] < 0) rung.next++;
      if (rung.next == rung.buckets) break;
      int slot = rung.heads[rung.next];
      rung.heads[rung.next++] = -1;
      kept.clear();
      for (int next; slot >= 0; slot = next) {
        next = pool[slot].link;
        if (pool[slot].seq == DEAD) release(slot);
        else kept.push_back(slot);
      }
      if (int(kept.size()) > FEW && rung.shift > 0) {
        const Nanos from = rung.start + (Nanos(rung.next - 1) << rung.shift);
        pass(rung);
        spread(kept.data(), kept.size(), from, rungsFrom);
        return end > 0;
      }
      if (end + kept.size() > bottom.size()) bottom.resize(2 * (end + kept.size()));
      const int first = end;
      for (const int one : kept) insert(first, one);
    }
    pass(rung);
    return end > 0;
  }
  void insert(int first, int slot) {
    const Event& event = pool[slot];
    int place = end++;
    for (; place > first; place--) {
      const Event& other = pool[bottom[place - 1]];
      if (other.time < event.time || (other.time == event.time && other.seq < event.seq)) break;
      bottom[place] = bottom[place - 1];
    }
    bottom[place] = slot;
  }
  void pass(Rung& rung) {
    if (rung.next < rung.buckets) { rung.from = rungsFrom = rung.start + (Nanos(rung.next) << rung.shift); return; }
    used--;
    rungsFrom = used == 0 ? topFrom : rungs[used - 1].from;
  }
  void spread(const int* slots, int count, Nanos from, Nanos to) {
    Rung& rung = rungs[used++];
    rung.shift = 0;
    while ((2 * Nanos(count) << rung.shift) < to - from) rung.shift++;
    rung.start = rung.from = rungsFrom = from;
    rung.next = 0;
    rung.buckets = ((to - from - 1) >> rung.shift) + 1;
    if (int(rung.heads.size()) < rung.buckets) rung.heads.assign(2 * count + 1, -1);
    for (int place = 0; place < count; place++) put(rung, slots[place]);
  }
};

int main(int count, char** words) { return program<Ladder>(count, words); }
