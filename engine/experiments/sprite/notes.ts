/** Notes on the simulation of Sprite RPC: what it was fitted to, what it predicts, and what it leaves out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "sprite/call": [
    "The experiment has no paper. Its facts come from the Sprite operating system archive. Three machines were " +
      "measured there in March 1990, in calls between two single-user machines of one kind. The lab was given " +
      "four calls of each: 0, 1.42, 8.25 and 8.50 KB. A Sun-3/75 takes 2.47, 4.34, 11.84 and 12.51 ms. A " +
      "SPARCstation 1 takes 1.22, 2.83, 9.74 and 9.97 ms. A DECstation takes 0.95, 3.38, 11.12 and 11.64 ms.",
    "Each machine has three constants. The empty call fixes the start of a call, the call of 1.42 KB the copies " +
      "of a byte, and the call of 8.25 KB the work of a fragment. The call of 8.50 KB fixes nothing: here it " +
      "takes 12.34, 10.14 and 11.65 ms. So the lab misses by 1.3, 1.7 and 0.1 %.",
    "The table of 1990 says that a call sends and returns its data. But twice 8.25 KB need 13.2 ms on a wire of " +
      "10 Mbit/s, and all three calls took less. So we take it that the data go one way. We also take a KB for " +
      "1,000 bytes. Then the call of 1.42 KB fills one fragment of 1,416 bytes. The call of 8.25 KB has six " +
      "fragments, and that of 8.50 KB has seven.",
    "A machine makes a fragment ready only when the one before it has left. We assume this. Otherwise the " +
      "constants would ask for as much work for a fragment as for a whole empty call. The receiver takes a " +
      "fragment in while the next one is on the wire.",
    "The Sun-3/60 has two points, measured between kernels when Amoeba and Sprite were compared. An empty call " +
      "takes 1.9 ms, and 16 KB take 19.5 ms. They fix the start, and one share for copies and fragments: 0.844 of " +
      "a Sun-3/75’s. That 16 KB are 16,384 bytes is assumed.",
    "All other points of the curves are predictions. About 125 more points were measured up to 16 KB, and the lab " +
      "has seen none of them. Whoever has them can check that the prediction came first. Take the sweep of the " +
      "chart, with two calls a point. Write a line for each point: the bytes, a space, and the time a call in ms " +
      "with two decimals. The text of all lines has the hash that is stated here.",
    "The prediction for the Sun-3/75 has the SHA-256 " +
      "6ac0f8d9bb64d952f4a8a9a82221d38a4378c5fb3bef2b4d551d0934c2684ef7.",
    "The prediction for the SPARCstation 1 has the SHA-256 " +
      "fbcf93cbba2462d1bd0560147ee1160cdfffff248df828ae96de4713bded5fb5.",
    "The prediction for the DECstation has the SHA-256 " +
      "ba57c38a93bd8625b7118e4a52fb67c5b362140930d40bd612ed6242c3798e62.",
    "The prediction for the Sun-3/60 has the SHA-256 " +
      "9fedbde3f672a714e952a4c367a66a392d2998018e85c549fc6318a1d6962795.",
    "On the Sun-3/60 an empty call between user processes was measured, too: 7.9 ms. It fixes the way between a " +
      "process and its kernel, 1.5 ms four times a call. Copying data between a process and its kernel takes time by " +
      "the byte besides. Ousterhout timed copies on a Sun-3 in 1989 (WRL TN-11), but copies between two places of " +
      "one process, and we have not seen his numbers. So it is left out. With " +
      "much data, user space takes too little here.",
    "The archive gives the words of the header and their order, the eight channels, the timers and the mask of " +
      "fragments. It also gives the boot id, and the gap that a receiver asks for. The Ethernet type is ours. So is " +
      "a second boot id, in a word that an echo leaves empty. By it a server refuses a call that its life before may " +
      "have run. A client knows the server’s boot id when it starts, as from a broadcast that we do not simulate.",
    "Of a request of several fragments only the last goes out again when no answer comes. The archive says that " +
      "the missing ones are sent again, not how the first answer is asked for. A probe without an answer goes out " +
      "again by the timers of a request; that is ours, too.",
    "The simulation has no gateways. We know of no checksum in the header, so " +
      "a script cannot damage bytes behind the controller.",
  ],
};
