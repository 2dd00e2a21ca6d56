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
    "Section VIII proposes multicast below MultiRPC. Its packet and its groups are ours. On the ring 20 servers are " +
      "then called 6.2 times as fast as one after another, and 3.6 times with single requests. The model’s limit of " +
      "9.2 is out of reach: replies come at once. With 100 servers half of them find the client’s input queue full. " +
      "A request that nobody answers goes again to its server alone.",
    "A multicast takes the client as long as one request. Where servers stand on several subnets, each gets a copy, " +
      "and the routers make it in no time of the client’s. A client that binds a server again over the network " +
      "sends one by one from then on.",
    "The client binds its connections before the run, as in the paper, and without security unless a parameter " +
      "asks for it. Other hosts send nothing unless a parameter asks for it.",
    "The prototype’s listener can let other threads run after each packet. We assume that a switch of threads takes " +
      "0.2 ms, and count the switches beyond those that the measured components contain. A client that still sends " +
      "then reads one reply for every 32 requests. Its socket overflows: of 50 replies 20 are lost, not 4.",
    "Which two pieces of RPC2 were quadratic is not published, nor what they cost. With our assumption 200 sites " +
      "take 400 ms more where all are outstanding at once, and 100 sites take 100 ms more.",
    "The prototype’s tables had a fixed size. We assume room for 64 sites, and 128 bytes a site. MULTIRPC then " +
      "refuses a call to more at once. All its servers count as failed, and the call has no time.",
    "A thread makes one MultiRPC call at a time. So its handler is activated again before it has ended only for " +
      "another thread. Ours reads the count of replies when it begins and writes it when it ends. Where it yields " +
      "before it writes, replies are lost from the count.",
    "When an error has ended a connection, the client binds it again over the network before the next trial. A " +
      "server whose thread is busy lets the bind wait (1987). Or it answers BUSY, and the client tries again 15 s " +
      "later (2025). This time is no part of a trial.",
  ],
  "multirpc/callback-ways": [
    "The paper rejects these ways in words and measured none of them. How a broadcast or a multicast would have been " +
      "sent is ours. One packet goes to each subnet, and all workstations there get it at the same moment. A packet " +
      "that is damaged there reaches none of them.",
    "A multicast goes to subnets that have members of the file’s group. The file server learns from workstations who " +
      "is a member. For each file replaced in a cache they send one packet to leave a group and one to join another. " +
      "Nobody confirms them. The routers take no part.",
    "How many files a cache holds, and how often one is replaced, the paper does not say. Both are parameters, with " +
      "100 files and one replacement a minute assumed.",
    "A file server takes in about 230 packets a second. A campus of 5,000 workstations sends 170 a second about " +
      "groups, before anybody asks for a file. Where caches change three times as often, it cannot follow.",
    "To make and end a thread takes 1 ms, and its stack has 16 KB: both are assumed.",
    "The run tells of one change. A broadcast disturbs all workstations at every change of any file: 6 ms each time.",
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
