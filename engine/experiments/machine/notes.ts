/** What a call of any protocol on any machine leaves out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "machine/call": [
    "Nobody measured these combinations. A machine brings the work that its own system was measured or calibrated " +
      "with. A protocol brings its packets, its rules and its timers. So a protocol is as well programmed here as " +
      "the machine’s own system was.",
    "On its own machine a protocol comes near its own experiment. Firefly RPC takes 2.53 ms, Cedar RPC 1.09 ms, " +
      "Sprite RPC 2.47 ms on a Sun-3/75. Sun RPC takes 11.1 ms here and 10.6 ms in its experiment, whose client " +
      "and server overlap a little. RPC2 takes 29.1 ms here.",
    "A timer that fits one machine may be too short for another. Cedar RPC sends again after 20 ms. A call on an " +
      "IBM RT-PC takes longer than that, so every call is sent twice there.",
    "All work is the processor’s here, the bus’s and the controller’s too, and a machine has one processor. In a " +
      "single call they work one behind the other anyway. With several callers they would overlap.",
    "Frames keep the bytes that they have on their own network. So a packet of UDP has the headers of the 10 Mbit/s " +
      "Ethernet on all others, too. The token ring alone counts none of them.",
  ],
};
