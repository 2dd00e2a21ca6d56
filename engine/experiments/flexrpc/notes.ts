/** Notes on the simulations of FlexRPC: they leave these things out, and miss for these reasons. */
import type { Notes } from "../types.ts";

const OURS =
  "The paper names this use and measures none of it: sizes and numbers are ours or of the work that is named.";

const MULTICAST: readonly string[] = [
  "The paper’s t0 and tp are whole hops of empty calls. We simulate the messages on the way there and back. The " +
    "rest is software of which nothing more is known: 88.5 µs for a call, and 102.5 µs for passing results on.",
  "One constant says for what share of a segment’s time a machine is busy with receiving or sending it. We " +
    "fitted it to the first relay efficiency. The other five follow: when a callee is too busy to send at once, " +
    "the next callee gets its data more slowly. The model takes all six as measured, so model and simulation " +
    "differ by a few percent.",
  "A second constant is the caller’s work for each callee of a parallel call. We fitted it to the crossing at " +
    "seven callees; the crossings at other numbers of callees follow. It is less than the 102.5 µs for passing " +
    "results on.",
  "A short message takes longer than equation (10) says. An argument of 1 KB takes 7 to 13 µs more for each hop " +
    "(5 to 8 %). One that just needs a second segment takes 20 to 27 µs more (13 to 17 %). With such a result as " +
    "well it takes up to 49 µs more (25 %).",
  "Most of this comes from the switch. Equation (10) counts 8.9 ns for each byte, once. Our switch receives a " +
    "whole segment before it sends it on, so each byte takes 8 ns on each of two links. And both ends handle a " +
    "second segment. From 4 to 32 KB this adds 11 to 24 µs for each hop one way. Interrupts that are held back add " +
    "at most 8 µs of it. The paper cannot tell whether its machines were faster: its latencies are lost, and t0 " +
    "and tp are times of empty calls.",
  "The lower bound of equation (11) holds for every serial call that buffers its results.",
  "Latency grows with the argument in a straight line only within some percent of its range. A call to seven " +
    "callees with 16 KB takes 9 % more, because interrupts that are held back weigh more on short streams.",
  "The measured latencies of Figure 3 are lost with the figure (E-X07).",
];

export const NOTES: Notes = {
  "flexrpc/multicast": MULTICAST,
  "flexrpc/gfs-push": [
    OURS,
    "The Google File System pushes data along a chain of chunkservers. Each sends to the closest that has not " +
      "got the data yet. At best this takes bytes / speed + replicas x latency: about 80 ms for 1 megabyte at 100 " +
      "Mbit/s. In our run, framing adds 6 % to the first term.",
    "Its control messages take another way, so we leave them out. We also leave out writing to disk.",
  ],
  "flexrpc/paxos-round": [
    OURS,
    "Prepare and accept are one call each (Lamport 1998), with 64 bytes there and 32 back. Acceptors must write " +
      "down their answer first; in our runs that takes no longer than any procedure.",
    "A chain needs all acceptors, so one failed acceptor ends the round. A majority in parallel does not need it.",
  ],
  "flexrpc/incast": [
    "The paper does not speak of this. The machines and the network are its cluster’s, and so is a parallel call. " +
      "What is added is a limit to what may wait at a port of the switch. Such limits are real, and ours is " +
      "assumed: 128 KB.",
    "The results come together at the one port that leads to the client. What finds no room there is dropped. A " +
      "server whose last packets were dropped hears nothing, and sends them again after 200 ms, which is the least " +
      "that Linux waits. Meanwhile the client’s link is idle.",
    "With 32 servers and 64 KB each the call takes 243 ms, and 18 ms with four times the room. So goodput falls " +
      "from 916 to 69 Mbit/s.",
    "With 8 and 16 servers the call takes as long to the last digit. The fifth server begins its burst at the same " +
      "moment in all three, and loses the last 466 bytes of its result. The client holds its acknowledgement of the " +
      "packet before them back for 40 ms, and so the server’s 200 ms begin again. So the timers decide, and not " +
      "the data: more servers bring more data in the same time, and goodput rises with them.",
    "TCP’s window is fixed here, without slow start, so the first burst is larger than in Linux. There the trouble " +
      "begins with more servers, and its cause is the same. Several calls behind one another, a random pause before " +
      "an answer, and a shorter timer are remedies that people use. The last one only makes the wait shorter.",
  ],
  "flexrpc/p2p-probe": [
    OURS,
    "A machine that is off does not answer. The caller gives up opening a connection to it after 189 s, as a " +
      "Linux of the time did. Then a call that waits for all fails, with the results of the others.",
  ],
};
