/** Notes on the sweepstakes: what is fitted, what is predicted, and what the terms mean. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "sweepstakes/null": [
    "Table XII names seven systems. Cedar and the two Fireflies run here in their own systems, and bring no " +
      "constant of this table. Amoeba, V, Sprite and Amoeba on UNIX each have one constant: the work of a packet " +
      "at each end. It is fitted to the row’s time of an empty call. Amoeba on UNIX has Amoeba’s protocol.",
    "Four more stand beside them. Sun RPC and RPC2 take what their machines’ accounts say. LRPC is a transport of " +
      "the Firefly, and its calls stay on one machine. Peregrine’s costs come from two numbers of its abstract: " +
      "573 µs, of which 309 are above the hardware’s latency.",
    "The MIPS of the table are nominal (E-N12). Those of the RT-PC (2) and the Sun-3/60 (3) are assumed. Work is " +
      "the time of a call multiplied by MIPS, and counts the wire as if it were instructions. At one MIPS only " +
      "software gets slower: so Cedar’s 4.4 become 3.6.",
    "Amoeba’s time contains an acknowledgement of each reply, which the next call waits for. Cedar, V and Sprite " +
      "have none.",
    "With everything alike each system has what the Firefly has: checksums in software, calls between user " +
      "processes, and generated stubs. Each takes as many instructions as on the Firefly, or as on a Sun-3/60 " +
      "between process and kernel. For Sprite that way is dear: 7.9 ms in place of 1.9 on two Sun-3/60s. The " +
      "Firefly is not alone in user space: all others but Sprite are taken to be there already.",
    "Cedar’s system has no such duties. They slow its two machines by the share of its work that they would be.",
    "Peregrine and LRPC beat all seven. Neither existed when the table was printed, and LRPC uses no network.",
  ],
  "sweepstakes/throughput": [
    "The table took the better of two ways for each system: one call of many packets, or many calls at once. Here " +
      "Cedar and the Firefly make four calls at once, and all others one long call. A reader can ask all of them " +
      "the same.",
    "The charts rank nobody. What a byte costs is known of one system alone, and it is one guess for all others. " +
      "The systems stand in a fixed order. A system that copies more than Amoeba’s kernel does is slower than here.",
    "No throughput is fitted. A byte is copied at each end, by the same number of instructions for all. They are " +
      "those of Amoeba’s kernel on a Sun-3/60, which its call of 16 KB has fixed. A machine makes a packet ready " +
      "when the one before it has left, but for Peregrine, whose headers are prepared before.",
    "Amoeba comes to 5.6 Mbit/s where the table has 5.3, V to 4.0 (4.4), and Sprite to 4.5 (5.6). The Firefly’s " +
      "own experiments answer its rows. Here it comes to 4.5 with five processors (4.6) and to 2.6 with one (2.5).",
    "Two rows are missed by more than 20 %. Cedar comes to 2.6 Mbit/s where the table has 2.0. The paper does not " +
      "say how many of its processes called at once, with how much data, and who else was on the network. Amoeba " +
      "on UNIX comes to 3.4 where the table has 1.8. UNIX must do more by the byte than Amoeba’s kernel. Our " +
      "constant knows of empty calls alone.",
    "The order of the table is not ours in one place: there Sprite is first, here Amoeba is. Other costs of a byte " +
      "could change that.",
    "Peregrine comes to 8.9 Mbit/s. Its abstract has 8.9, too; nothing is fitted to that.",
    "Sun RPC and RPC2 make one call after the other here, with one packet of data. LRPC has no wire to fill.",
  ],
};
