/** Notes on the simulation of Amoeba: what it was fitted to, what it predicts, and what it leaves out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "amoeba/call": [
    "The experiment has no paper. Its facts come from the sources of Amoeba 5, whose older transactions are " +
      "simulated. Three points were given, from a comparison of Amoeba and Sprite on two Sun-3/60s. Between " +
      "kernels an empty call takes 1.1 ms, and 16 KB take 20.0 ms. Between user processes an empty call takes 1.2 " +
      "ms.",
    "Each point fixes one constant. The empty call between kernels fixes the work of a packet: 184.3 µs at each " +
      "end. The call of 16 KB fixes the copy of a byte: 0.1966 µs at each end. The empty call between processes " +
      "fixes the way between a process and its kernel: 25 µs, four times a call. That 16 KB are 16,384 bytes, and " +
      "that they go to the server, is assumed.",
    "A machine makes a packet ready only when the one before it has left. We assume this for Amoeba as for " +
      "Sprite. Where packets were made ready ahead, 16 KB in 20.0 ms would ask for four times as much work by the " +
      "byte.",
    "All other points of the curves are predictions. At 30,000 bytes kernels move 6.74 Mbit/s. Between processes " +
      "all sizes take 0.1 ms more than between kernels: no copy is added, as kernels must copy, too.",
    "Take the sweep of the chart, with ten calls a point. Write a line for each point: the bytes, a space, and " +
      "the time a call in ms with two decimals. The text of all lines has the hash that is stated here.",
    "The prediction between kernels has the SHA-256 " +
      "b746ae9520371c2b79bd1b38ea2fa3491599992faf13b6e8d603ee93b3d36bbe.",
    "The prediction between user processes has the SHA-256 " +
      "8ff3d6c3e4c3dd3eea40e17f8d192919ae48213bc1b60055d10e966aaa2c8f69.",
    "An acknowledgement of each reply takes the client time before it can make its next call. So ten calls take " +
      "1.10 ms each, and a call on its own takes 0.88. A thousand take 1.12 each. Without the acknowledgement all " +
      "take 0.88.",
    "A first call without a hint takes 0.85 ms more: a LOCATE, its answer, and the work for both. No point fixes " +
      "that.",
    "The sources give the waits of 0.5 s and their number. They give the ends of 10 and 50 s, and the waits of " +
      "LOCATE. They give a header of 32 bytes, and messages of 30,000 bytes. That the waits of LOCATE double is " +
      "ours. So is the end after 45.4 s where nobody answers, the enquiry every 10 s, and the sweep of 100 ms.",
    "The packet’s own header is ours, with the life of the kernel that a request is for. By it a server that was " +
      "started again says that it knows nothing. Then the client learns that the result is unknown.",
    "One lost fragment makes the whole blast go out again. The facts say that a blast is acknowledged as a group, " +
      "and know of no mask. We know of no checksum in the header. So a script cannot damage bytes behind the " +
      "controller.",
  ],
};
