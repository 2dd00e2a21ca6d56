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
    "A client that writes a call twice takes 115 µs in place of 90. With Nagle’s algorithm it takes 40 ms more: the " +
      "second part waits for an acknowledgement, and the server’s TCP delays that, because it has nothing to send.",
    "TCP does not ask here whether the server lives, and a call has no deadline, as libraries have it by default. " +
      "So a call waits for ever where the server dies after it has acknowledged the request. The search over faults " +
      "finds that: two faults are enough, a lost reply and a crash.",
    "Each server has one processor for the calls. TCP’s window is fixed, and it has no slow start. HTTP/2’s " +
      "compressed headers and windows of streams are not simulated, nor is encryption. A lost packet past the " +
      "kernel comes again after 5 ms, as eRPC has it.",
  ],
};
