/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Listed } from "./types.ts";

export const CATALOGUE: readonly Listed[] = [
  {
    id: "amoeba/call",
    title: "Amoeba: a call",
    question: "What does a call cost by its size, and what does the search for its server cost?",
    paper: null,
  },
  {
    id: "cedar/call",
    title: "Cedar RPC: one call",
    question: "What lies between a call and its answer, and what happens when a part of it fails?",
    paper: "cedar",
  },
  {
    id: "firefly/null",
    title: "Firefly RPC: Null()",
    question: "Where do the 2.66 ms of an empty call go, and what do more caller threads gain?",
    paper: "firefly",
  },
  {
    id: "firefly/max-result",
    title: "Firefly RPC: MaxResult(b)",
    question: "How fast does a full packet of results come back, and what stops more threads from going faster?",
    paper: "firefly",
  },
  {
    id: "firefly/max-arg",
    title: "Firefly RPC: MaxArg(b)",
    question: "Does it matter in which direction the data goes?",
    paper: "firefly",
  },
  {
    id: "firefly/marshal",
    title: "Firefly RPC: arguments",
    question: "What do arguments of each type add to a call, and what does the way to the other program take?",
    paper: "firefly",
  },
  {
    id: "flexrpc/multicast",
    title: "FlexRPC: multicast calls",
    question: "Should the caller send to every callee itself, or should each callee hand the call on to the next?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/gfs-push",
    title: "Pushing data along a chain of replicas",
    question:
      "How long does it take to copy 1 MB to three replicas, and how much of that time is the client’s link busy?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/paxos-round",
    title: "A round of Paxos",
    question: "A round of Paxos is two small calls to a majority. Is a chain ever the better way?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/incast",
    title: "Many servers answer one client at once",
    question: "Why does a client that asks many servers at once wait for 200 ms while its link is idle?",
    paper: null,
  },
  {
    id: "flexrpc/p2p-probe",
    title: "Probing peers",
    question: "Which of many peers still answer, and what does it cost that some have left?",
    paper: "flexrpc",
  },
  {
    id: "machine/call",
    title: "Any protocol on any machine",
    question: "What would this protocol take on that machine, and which of the papers’ conclusions hold there?",
    paper: null,
  },
  {
    id: "many/call",
    title: "Ways to call many",
    question: "Which way reaches everybody, and what does the program know at the end?",
    paper: null,
  },
  {
    id: "multirpc/call",
    title: "MultiRPC: one call to many servers",
    question: "How much time does a client save when it calls all servers at once, and what limits the gain?",
    paper: "multirpc",
  },
  {
    id: "multirpc/callback-break",
    title: "Callback break: telling every workstation",
    question:
      "A file changes. How long does it take to tell all workstations that have a copy, and what do dead ones cost?",
    paper: "multirpc",
  },
  {
    id: "multirpc/callback-ways",
    title: "Callback break: five ways to tell",
    question: "A file changes. Who is told by a broadcast, by multicast or by calls, who is disturbed, and who knows?",
    paper: "multirpc",
  },
  {
    id: "multirpc/specification",
    title: "MultiRPC: the bytes of a call",
    question: "Which bytes does a call send?",
    paper: "multirpc",
  },
  {
    id: "services/graph",
    title: "Services that call each other",
    question: "What do your own services do when one of them stumbles: for how long, for whom, and what would help?",
    paper: "today",
  },
  {
    id: "services/storm",
    title: "A storm of retries",
    question: "The disturbance is over after two seconds. Why do calls go on failing, and what ends that?",
    paper: "today",
  },
  {
    id: "services/layers",
    title: "Retries at every layer",
    question: "Each of three layers tries again. How many attempts does one call make where the lowest layer fails?",
    paper: "today",
  },
  {
    id: "services/deadline",
    title: "Deadlines, and work for nobody",
    question: "Callers leave after a second. For whom do the servers work in a crowd, and does more patience help?",
    paper: "today",
  },
  {
    id: "services/fan-out",
    title: "A page that asks many servers",
    question: "Each server is late for one request in a hundred. How many pages are late, and what does a hedge save?",
    paper: "today",
  },
  {
    id: "services/balancers",
    title: "Which server gets the next request",
    question: "Equal servers share the load. Which balancer waits least, and what if one hangs, or fails at once?",
    paper: "today",
  },
  {
    id: "services/overload",
    title: "More calls than a service can serve",
    question:
      "More calls come than a service can serve. Which should it serve, and when should it say no to the others?",
    paper: "today",
  },
  {
    id: "services/cold-start",
    title: "A cache that is lost",
    question:
      "A cache answers nine of ten requests, and is lost. Does it fill again while all of them ask the storage?",
    paper: "today",
  },
  {
    id: "services/pool",
    title: "Connections that are waited for",
    question:
      "A server has four connections to the storage. How long do requests wait for one, and do more of them help?",
    paper: "today",
  },
  {
    id: "services/idempotency",
    title: "Keys that prevent doing a thing twice",
    question: "A customer was charged twice. For how long must a service remember what it has done?",
    paper: "today",
  },
  {
    id: "services/batching",
    title: "Jobs sent in batches",
    question: "A queue stores a batch nearly as quickly as one job. How long should a client wait for more jobs?",
    paper: "today",
  },
  {
    id: "services/redelivery",
    title: "A queue that hands a job out again",
    question: "A worker has a job and says nothing. When does the queue give it to another, and what is done twice?",
    paper: "today",
  },
  {
    id: "services/contention",
    title: "Clients that write one row",
    question: "A hundred clients want to write the same row. Which pause after a refusal costs least work, or time?",
    paper: "today",
  },
  {
    id: "sprite/call",
    title: "Sprite: a call",
    question: "What does a call cost by its size, and what does a lost fragment cost?",
    paper: null,
  },
  {
    id: "sun-rpc/call",
    title: "Sun RPC: one call",
    question: "What does a library that does everything cost a call, and what would you give up to save it?",
    paper: "enutt",
  },
  {
    id: "sun-rpc/olympus",
    title: "Olympus: a graph of calls",
    question: "What does a program gain when its remote calls do not block?",
    paper: "enutt",
  },
  {
    id: "sun-rpc/broadcast",
    title: "Sun RPC: a broadcast",
    question: "Who answers a call to all machines of a network, and what does it cost those that do not?",
    paper: "enutt",
  },
  {
    id: "sweepstakes/null",
    title: "Sweepstakes: an empty call",
    question: "Who is fastest, and on whose terms?",
    paper: "firefly",
  },
  {
    id: "sweepstakes/throughput",
    title: "Sweepstakes: throughput",
    question: "Who moves most data, and in which of two ways: one long call, or many at once?",
    paper: "firefly",
  },
  {
    id: "tcp/transfer",
    title: "A transfer over TCP of today",
    question: "Where does the time of a transfer go: set-up, slow start, a loss, or a timer?",
    paper: "today",
  },
  {
    id: "tcp/incast",
    title: "Many servers answer at once",
    question: "Why do more servers make a read slower, and what is the least time-out to do with it?",
    paper: "today",
  },
  {
    id: "today/call",
    title: "A call between servers of today",
    question: "What is left of the papers’ milliseconds, and what would still make a call faster?",
    paper: null,
  },
  {
    id: "today/retry-storm",
    title: "A retry storm",
    question:
      "A server stumbles for two seconds, and its callers try again. Why does it stay down, and what brings it back?",
    paper: null,
  },
  {
    id: "today/open-loop",
    title: "Calls at a rate, or one after the other",
    question: "What does a tester not see who waits for each reply before the next call?",
    paper: null,
  },
  {
    id: "today/hedge",
    title: "A second copy of a late call",
    question: "What does a hedge save of the tail, what does it cost the servers, and when does it make all worse?",
    paper: null,
  },
  {
    id: "written/call",
    title: "Written rules: a call",
    question: "Which rules of a client and a server make a call run exactly once?",
    paper: null,
  },
];

/** What the families are called, by the part of their experiments’ ids before the stroke. */
export const FAMILY_TITLES: Readonly<Record<string, string>> = {
  amoeba: "Amoeba",
  cedar: "Cedar RPC",
  firefly: "Firefly RPC",
  flexrpc: "FlexRPC",
  machine: "Any machine",
  many: "Calling many",
  multirpc: "MultiRPC",
  services: "Services of today",
  sprite: "Sprite",
  "sun-rpc": "Sun RPC",
  sweepstakes: "Sweepstakes",
  tcp: "TCP of today",
  today: "Machines of today",
  written: "Written rules",
};
