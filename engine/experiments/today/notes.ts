/** What the machine of today stands on, and what it leaves out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "today/call": [
    "The experiment has no paper. It stands on round trips of a small call that were published. A call of gRPC in " +
      "C++ takes 9 µs within one process, 20 µs over a Unix socket and 59 µs over TCP by loopback. Over TCP to " +
      "another machine it takes 90 µs. A call of eRPC takes 2.3 µs on a datacentre Ethernet (NSDI 2019).",
    "Each way adds something to the one before, and the difference is the part’s cost here. They were measured on " +
      "several machines. So the parts are good for their order, and not for their last digit.",
    "Two constants are fitted. The controller and its bus take 0.2 µs for a packet, so that a call past the kernel " +
      "takes 2.3 µs. The driver and its interrupt take 7.2 µs, so that a call through sockets takes 90 µs. All else " +
      "that the charts and tables show is a prediction.",
    "Assumed are the system calls, the copies, the sums, and the switch, which takes 0.5 µs. A packet of a burst " +
      "and a lone acknowledgement take the kernel 0.5 µs, because controllers of today cut and join packets below " +
      "TCP.",
    "A lean library takes 0.05 µs for a message. That is half of what eRPC’s paper says of one end: a core makes " +
      "ten million small calls a second. Here eight calls at once reach 3.5 million a second: a session has eight " +
      "slots.",
    "Through sockets a small call is software: both processors take 98 % of its 90 µs. Faster processors save two " +
      "thirds of it, a faster network nothing. So what the Firefly’s paper concluded of an empty call holds there.",
    "Past the kernel it does not hold. There both processors take a tenth of 2.3 µs. The rest are the switch, the " +
      "controllers and their buses. An argument of 64 KB takes 26 µs, and for nine tenths of that the wire is busy.",
    "A client that writes a call twice takes 115 µs in place of 90. With Nagle’s algorithm it takes 40 ms more. The " +
      "second part waits for an acknowledgement, and the server’s TCP delays that: it has nothing to send.",
    "By default TCP does not ask whether the server lives, and a call has no deadline. Libraries have it so. A call " +
      "waits for ever where the server dies, or gives the connection up, after it has acknowledged the request. The " +
      "search over faults finds that: two faults are enough, a lost reply and a crash. Let TCP ask a silent end, and " +
      "such a call fails after half a minute.",
    "Each server has one processor for the calls. TCP’s window is fixed, and it has no slow start. HTTP/2’s " +
      "compressed headers and windows of streams are not simulated, nor is encryption. A lost packet past the " +
      "kernel comes again after 5 ms, as eRPC has it.",
  ],
  "today/retry-storm": [
    "The experiment has no paper. Nothing in it was measured: it shows causes. With the defaults 80 callers ask for " +
      "79 calls a second, and the server can serve 100. Then it stands still for two seconds.",
    "Without a pause before a retry it never comes back. Each caller waits half a second, and sends its call again. " +
      "So 80 callers make 114 requests a second, more than the server can serve. The queue of 100 stays full. A " +
      "request waits there for a second, so each reply comes too late, and the server works for nobody.",
    "A pause that doubles brings it back, and so does a random part of it, or a budget of one retry for ten calls. " +
      "The measure “load by those who wait” says so beforehand: it is the callers’ requests, by Little’s law, while " +
      "none gets a reply in time. Above 100 % the storm keeps itself alive.",
    "A shorter queue helps, too. With 40 places a request waits for 0.4 s, which is less than a caller’s patience.",
    "All clients stand in one machine, share one budget and have no work of their own. A request takes the server’s " +
      "kernel about 20 µs beside the procedure. The server serves one request at a time, and does not know that a " +
      "caller has given up. A limit that travels with the call would tell it; that is not simulated.",
  ],
  "today/open-loop": [
    "The experiment has no paper. Queueing theory stands beside it: one server, random arrivals, and the mean time " +
      "in the system by Pollaczek and Khinchine. For constant service times that is the queue M/D/1, for " +
      "exponential ones M/M/1.",
    "With 10,000 calls a run comes within a tenth of the theory. At a load of 0.8 and constant times the theory " +
      "says 30 ms, and a run of 2,000 calls has 31.3. The rest is chance, and the 40 µs of the messages, which the " +
      "theory leaves out.",
    "A tester that waits for each reply sends less just when the server is slow. The server stands still for two " +
      "seconds: such a tester sees one slow call of 2,000, and its 99th percentile is 10 ms. Calls at an even rate, " +
      "at half of the load, have 1,800 ms there. This is called coordinated omission. Such a tester gives a call up " +
      "after 400 s: that is ours.",
    "Calls under way are counted, and beside them stands Little’s law: calls a second by their mean latency. The " +
      "two are equal, whatever the arrivals, because every call ends within the run.",
  ],
  "today/hedge": [
    "The experiment has no paper. One request in fifty takes 20 times as long as the others; that is assumed. Calls " +
      "and hedges go to the servers in turn, a hedge to another than its call where there is one. A call that has no " +
      "reply after the hedge’s time is sent a second time, and the first reply counts. Clients that ask for the " +
      "least busy server would do better where servers are busy.",
    "At a load of 0.3 a hedge after 20 ms takes the 99th percentile from 200 to 132 ms, for a sixth more " +
      "requests. With a cancel it is 106 ms: the loser leaves its queue, and the others wait less.",
    "At a load of 0.8 the same hedge is a disaster. Calls wait for more than 20 ms anyway, so nearly each is sent " +
      "twice. Twice 0.8 is more than the servers have, so their queues grow as long as calls come.",
    "A cancel reaches a queue, and no procedure that runs. A hedge has no budget here. Retries are off: a caller " +
      "waits for ever.",
  ],
};
