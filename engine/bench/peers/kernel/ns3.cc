// The simulator of ns-3, with its default scheduler, a map.
#include <ns3/core-module.h>

#include "workloads.h"

class Ns3 {
 public:
  using Timer = ns3::EventId;
  Nanos now() const { return ns3::Simulator::Now().GetNanoSeconds(); }
  void stop() { ns3::Simulator::Stop(); }
  Timer after(Nanos delay, int kind, int arg) {
    return ns3::Simulator::Schedule(ns3::NanoSeconds(delay), &Ns3::fire, this, kind, arg);
  }
  void cancel(Timer timer) { timer.Cancel(); }
  template <class H> void run(H& handler) {
    told = &handler;
    tell = [](void* to, int kind, int arg) { (*static_cast<H*>(to))(kind, arg); };
    ns3::Simulator::Run();
  }
  ~Ns3() { ns3::Simulator::Destroy(); }

 private:
  void* told = nullptr;
  void (*tell)(void*, int, int) = nullptr;
  void fire(int kind, int arg) { tell(told, kind, arg); }
};

int main(int count, char** words) { return program<Ns3>(count, words); }
