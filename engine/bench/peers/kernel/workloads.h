// The workloads of ../../workloads.ts. A queue Q has after(delay, kind, arg), cancel(timer), run(handler), stop(), now().
#pragma once
#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

using Nanos = int64_t;
constexpr int LENGTH = 65536;

inline std::vector<Nanos> variates(uint32_t counter, double mean) {
  std::vector<Nanos> table(LENGTH);
  for (auto& one : table) {
    counter += 0x6d2b79f5u;
    uint32_t mixed = (counter ^ (counter >> 15)) * (counter | 1);
    mixed ^= mixed + (mixed ^ (mixed >> 7)) * (mixed | 61);
    const uint32_t draw = mixed ^ (mixed >> 14);
    one = static_cast<Nanos>(std::floor(-std::log((draw + 0.5) / 4294967296.0) * mean + 0.5));
  }
  return table;
}

template <class Q> struct Hold {
  Q q;
  std::vector<Nanos> delays = variates(1, 1e9);
  int place = 0, left = 0;
  Nanos next() { const Nanos delay = delays[place]; place = (place + 1) & (LENGTH - 1); return delay; }
  void operator()(int, int arg) { q.after(next(), 0, arg); if (--left == 0) q.stop(); }
  double go(int size, int events) {
    left = events;
    for (int i = 0; i < size; i++) q.after(next(), 0, i);
    q.run(*this);
    return q.now();
  }
};

template <class Q> struct Timers {
  Q q;
  std::vector<Nanos> delays = variates(1, 1e9);
  std::vector<typename Q::Timer> set;
  int place = 0, left = 0;
  void flow(int arg) {
    q.after(delays[place], 0, arg);
    place = (place + 1) & (LENGTH - 1);
  }
  void operator()(int kind, int arg) {
    if (kind == 1) return;
    flow(arg);
    q.cancel(set[arg]);
    set[arg] = q.after(30'000'000'000, 1, arg);
    if (--left == 0) q.stop();
  }
  double go(int flows, int resets) {
    left = resets;
    set.resize(flows);
    for (int i = 0; i < flows; i++) { flow(i); set[i] = q.after(30'000'000'000, 1, i); }
    q.run(*this);
    return q.now();
  }
};

template <class Q> struct Mm1 {
  Q q;
  std::vector<Nanos> gaps = variates(2, 1.25e6), services = variates(3, 1e6);
  int place = 0, arrived = 0, customers = 0;
  Nanos free = 0;
  double waited = 0;
  void operator()(int kind, int) {
    if (kind == 1) return;
    const Nanos start = std::max(free, q.now());
    waited += start - q.now();
    free = start + services[place];
    q.after(free - q.now(), 1, 0);
    place = (place + 1) & (LENGTH - 1);
    if (++arrived < customers) q.after(gaps[place], 0, 0);
  }
  double go(int, int count) {
    customers = count;
    q.after(gaps[0], 0, 0);
    q.run(*this);
    return waited;
  }
};

template <class Q> struct Fanout {
  Q q;
  enum { SENT, AT_SERVER, SERVED, AT_CLIENT, REPLIED, TIMEOUT };
  std::vector<typename Q::Timer> timers;
  int servers = 0, calls = 0, replies = 0;
  double packets = 0;
  Nanos free = 0, last = 0;  // ns-3 waits for cancelled timers, so its clock does not say when the last reply was there
  void request(Nanos work, int kind, int server) {
    free = std::max(free, q.now()) + work;
    q.after(free - q.now(), kind, server);
  }
  void cross(int kind, int server) { packets++; q.after(100'000, kind, server); }
  void begin() { replies = servers; for (int i = 0; i < servers; i++) request(5'980'000, SENT, i); }
  void operator()(int kind, int server) {
    switch (kind) {
      case SENT: timers[server] = q.after(2'000'000'000, TIMEOUT, server); return cross(AT_SERVER, server);
      case AT_SERVER: q.after(23'690'000, SERVED, server); return;
      case SERVED: return cross(AT_CLIENT, server);
      case AT_CLIENT: q.cancel(timers[server]); return request(4'130'000, REPLIED, server);
      case REPLIED: last = q.now(); if (--replies == 0 && --calls > 0) begin(); return;
    }
  }
  double go(int count, int size) {
    servers = count;
    calls = size;
    timers.resize(count);
    begin();
    q.run(*this);
    return last + packets;
  }
};

inline double seconds() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

// Prints the value and the rates of some rounds, the first of which is left out.
template <class W> void measure(int first, int size) {
  double value = 0;
  for (int round = 0; round < 4; round++) {
    auto* work = new W;
    const double start = seconds();
    value = work->go(first, size);
    const double rate = size / (seconds() - start);
    delete work;
    if (round > 0) std::printf("%.0f ", rate);
  }
  std::printf("%.0f\n", value);
}

template <class Q> int program(int count, char** words) {
  const char* name = count > 1 ? words[1] : "";
  if (!std::strcmp(name, "hold1k")) measure<Hold<Q>>(1000, 2'000'000);
  else if (!std::strcmp(name, "hold100k")) measure<Hold<Q>>(100'000, 2'000'000);
  else if (!std::strcmp(name, "mm1")) measure<Mm1<Q>>(0, 200'000);
  else if (!std::strcmp(name, "fanout")) measure<Fanout<Q>>(100, 1000);
  else if (!std::strcmp(name, "timers")) measure<Timers<Q>>(1000, 1'000'000);
  else return 2;
  return 0;
}
