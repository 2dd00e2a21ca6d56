/** Notes on the simulation of Cedar RPC: it leaves these things out, and misses for these reasons. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "cedar/call": [
    "We fitted two constants: one to the empty call, one to the call with ten arguments and results. The slides " +
      "print whole calls and no step of them. So the shares of the steps are ours.",
    "The 40 word array takes 7 % longer here than in Table I. Real arrays cost less for each word than arguments do.",
    "The slides do not say what unwinding costs beyond its packets and its local time. A third of it is missing " +
      "here.",
    "A packet has the header of Cedar’s own files, 20 words. With those of the Ethernet an empty packet has 24, and " +
      "the paper counts 24 for both packets of a call. So the wire takes 262 µs and not 131 µs, and the software " +
      "takes less.",
    "The interval of retransmission and the first steps of the probes are ours. The slides publish neither.",
    "At most once has a limit. The callee forgets an activity after five minutes. The search finds three faults " +
      "that use it: a copy of the first call comes after 303 s, and the caller crashes and restarts meanwhile. The " +
      "callee executes the copy. No packet may live longer than the row that remembers its call.",
    "The slides say that a broadcast disturbs bystanders, not what it costs each. Here each pays for an interrupt, " +
      "for the switch to a process, and for a look at its table.",
    "The slides say that a program can make an interface at run time, not how an importer gets its name. Here the " +
      "importer asks the exporter’s run time to make one. That the run time does so is ours.",
    "The slides say that a protocol made for calls may be ten times faster, not why. Here a packet of a byte " +
      "stream costs what one of Cedar’s costs. So only their number counts: nine and not two. The stub waits " +
      "until the connection is closed.",
    "Messages are those of Cedar’s exchange with an acknowledgement of each. The receiver asks by probes whether the " +
      "other is alive, as a caller does. A message system of the time would leave that to the programs.",
    "The designers also weighed memory that machines share (no-shared-memory). They found it workable but hard " +
      "to fit to the language, and not worth the work. No run shows it, because no machine here has such memory.",
    "The slides say that Grapevine gives out the keys and that calls are encrypted from end to end. How is ours: one " +
      "question for a key, one message that hands the callee its part, and XTEA in place of DES. The time is that of " +
      "DES in software, which is assumed. Grapevine encrypts a key twice, and caller and callee decrypt it once each.",
    "An encrypted packet is in cipher text from word 12 on; so are acknowledgements and probes. A machine that has " +
      "no key cannot read the call’s number: it rejects, in clear, the present call of the process.",
    "The programs’ interface is a text, and Lupine’s stubs make and read the words of all packets. Its encoding is " +
      "ours. Every word of a call is the call’s number.",
    "The exporter has one processor, and its procedures wait without it. Two calls that compute at once would share " +
      "it.",
  ],
};
