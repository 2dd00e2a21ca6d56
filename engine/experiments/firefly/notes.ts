/** Notes on the simulations of Firefly RPC: they leave these things out, and miss for these reasons. */
import type { Notes } from "../types.ts";
import { ALIKE } from "./alike.ts";

const LEFT_OUT: readonly string[] = [
  "The listed steps leave 131 µs of the best Null() unexplained, and 147 µs of Table I. They exceed MaxResult by " +
    "177 µs, as the authors say themselves. We added nothing and removed nothing to close either gap.",
  "We fitted four constants for the whole paper, each to one cell. The receiver returns the old buffer after the " +
    "wake-up: fitted to Null() at seven threads. A thread that waits takes 85 µs: fitted to 1.2 processors. A thread " +
    "that takes the last idle processor needs 270 µs: fitted to Table X at two processors. Waiting through the " +
    "scheduler of a single processor takes 1,200 µs: fitted to Table XI. A fifth, 220 µs on a single processor, is " +
    "the window of the race of Section 5.",
  "The time between two transmissions is built from steps of Table VI. The interrupt at the end takes the general " +
    "handler and the main path of the interrupt routine. The next packet needs as much as an interprocessor " +
    "interrupt and a prod. We also let the controller write a status and read a descriptor, 70 µs each.",
  "The paper gives savings of whole calls for hand-made stubs, a new header, and packets without IP. Which steps " +
    "become shorter is our choice: stubs and marshalling, the interrupt routine, and the Sender.",
  "A controller that overlaps bus and wire must not run dry while it sends. On a network faster than its bus it " +
    "waits for the bus first. So on 100 Mbit/s it saves less of MaxResult than on 10.",
  "On a machine with one processor background threads come at random and take their turn before callers. That is " +
    "what loses packets there: a thread that loses the processor between send and registration is too late for " +
    "its result.",
];

const ARGUMENTS: readonly string[] = [
  "Tables II to V are inputs, but for two and four integers. Times of other sizes lie on straight lines through two " +
    "published points. The paper says that arrays are linear. For texts the line is ours, and so is all of it beyond " +
    "128 bytes.",
  "The tables give what an argument adds to the whole call. Where it adds it is ours: a value costs half at each " +
    "end, an allocation all at the end that gets it. Nothing published says what a record or a list costs. A record " +
    "costs as its parts do, eight microseconds for each, and each object of a list as a text does.",
  "A call over shared memory takes the published 937 µs. We suppose that its run-time routines take what Table VII " +
    "says of a call between machines. Half of the rest, less a trap, is one hand-over of the processor.",
  "The lock of the hand-over is ours. On a faster model one lock held the Firefly’s RPC back, Bershad and others " +
    "say: at 4,000 calls a second, of 464 µs each. Ours lets 543 of 937 µs happen one after the other.",
  "Lightweight RPC takes 20 local calls, as the paper says. Its parts have the proportions of a faster model. A " +
    "processor that keeps the server’s address space loaded is left out.",
  "On one machine there are no background threads, because idle processors would run them.",
  "Only short calls take the Firefly’s fast path here. A thread of the operating system sorts the packets of a long " +
    "call, and sends all but the first. So a long call of ten packets moves 1.43 Mbit/s, and one thread of short " +
    "calls 1.77. The paper says that the two are similar, and gives no time of a long call.",
  "The stream of packets is the paper’s conjecture, and no paper measured it on a Firefly. The result acknowledges " +
    "all packets. On one processor it moves more than parallel threads here, on five processors less.",
  "The byte stream is an exchange in which each message is acknowledged by itself. It is open before the run begins. " +
    "Its cost for a packet is assumed: the paper names this transport and times nothing of it.",
];

export const NOTES: Notes = {
  "firefly/null": [...LEFT_OUT, ALIKE],
  "firefly/max-result": [...LEFT_OUT, ALIKE],
  "firefly/max-arg": [
    ...LEFT_OUT,
    "The paper prints no time of MaxArg. It says that MaxArg costs what MaxResult costs, mutatis mutandis.",
  ],
  "firefly/marshal": ARGUMENTS,
};
