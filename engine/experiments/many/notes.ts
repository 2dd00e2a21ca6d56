/** What the runs of the ways to call many leave out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "many/call": [
    "Nobody measured these ways on one machine. Here all machines are of one kind, and a packet takes them what it " +
      "takes their own system. So trust who learns what, and do not trust milliseconds.",
    "MultiRPC’s paper speaks of Sun’s broadcast, V, Circus and Gemini, and of multicast as work to come. " +
      "Mercury and FlexRPC’s chain stand beside them.",
    "In Sun’s broadcast the portmapper of a callee hands the call to the program. That call inside the machine takes " +
      "no time here.",
    "V’s facts name neither its timer nor its tries; 200 ms and five are ours. So are Circus’s half second and six " +
      "tries. Gemini, Mercury and FlexRPC have the TCP of SunOS with the keep-alives of 4.2BSD, so a dead callee is " +
      "noticed after some two minutes.",
    "MultiRPC’s client has bound to all servers before the run, and over multicast the servers are in a group already.",
    "A V message to a group carries its argument in its packet. V itself would have each member fetch a longer one.",
    "In a run with two replicas of Circus’s caller the second begins 2 ms later. Its packets do not count as the " +
      "caller’s.",
  ],
};
