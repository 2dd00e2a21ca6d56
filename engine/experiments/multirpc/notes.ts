/** Notes on the simulations of RPC2 and MultiRPC: they leave these things out, and miss for these reasons. */
import type { Notes } from "../types.ts";
import { JUST_READ, LOSSES } from "./losses.ts";

const INVERSION =
  "A call to 100 servers is faster when they compute for 50 ms instead of 10 ms (Tables VIII and X). So is a " +
  "call to 75 servers (Table X). Our run agrees: more of the replies come when all requests are out and the " +
  "client reads again. The gain is 4, 5 and 12 % in our run, and 16, 9 and 25 % in the paper.";

const ROUTERS =
  "Between buildings a packet passes three routers, one of them in the machine room, and each takes 4.5 ms. We " +
  "assume that there are three. Two routers of 6.5 ms would fit the calls one after another as well. But then " +
  "the client’s router would lose the replies that its socket loses now, and longer computation would not make " +
  "calls faster.";

const PLACED =
  "In our runs for Tables IX and X every fifth server stands on another network. RPC2 is then right within 6 % " +
  "in the mean. But the 10 ms rows of Table IX at 10 to 20 servers are up to 12 % too low. Two servers in five " +
  "would fit these rows.";

export const NOTES: Notes = {
  "multirpc/call": [
    "We fitted three durations to the 10 ms column of Table VIII. The device interrupt and the wake-up of an " +
      "idle process fit the rows up to 19 servers. A router’s time for a packet fits RPC2 at 50 servers. The " +
      "socket buffer holds 25 replies, as 2,048 bytes do. By 4.2BSD’s count of memory it would hold 16: then calls " +
      "to 25 servers would lose replies, and the paper’s did not.",
    `${LOSSES} ${JUST_READ}`,
    INVERSION,
    ROUTERS,
    PLACED,
    "A procedure that computes keeps its processor. So its server sends no BUSY, and answers a retry with the " +
      "reply that it has kept. RPC2 takes a server for dead when it computes for more than a minute. A procedure " +
      "that waits sends BUSY.",
    "The client binds its connections before the run, as in the paper, and without security unless a parameter " +
      "asks for it. Other hosts send nothing unless a parameter asks for it.",
    "When an error has ended a connection, the client binds it again over the network before the next trial. A " +
      "server whose thread is busy lets the bind wait (1987). Or it answers BUSY, and the client tries again 15 s " +
      "later (2025). This time is no part of a trial.",
  ],
  "multirpc/callback-break": [
    "The paper gives this task as the reason for MultiRPC, but measured no more than a hundred servers, all " +
      "alive. So no published number stands beside this one.",
    "RPC2 knows a client and servers. Here the file server is the client, and the workstations are its servers: " +
      "server1, server2 and so on. RPC2 gives up a workstation when it has sent seven times in 60 s.",
    "With 5,000 workstations the file server sends the last first request after half a minute. It finds a dead " +
      "workstation at least a minute after its request. The speed of one sending machine sets the pace, not the " +
      "network.",
  ],
  "multirpc/specification": [
    "The run packs arguments in 0.56 ms, as the paper does, however many there are. How long descriptors and " +
      "generated stubs take for other arguments is an estimate of ours, which the measures give.",
    "Our bytes follow recordings of a later library. The library of 1987 may have filled units with other bytes.",
  ],
};
