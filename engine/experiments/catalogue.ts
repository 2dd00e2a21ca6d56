/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Listed } from "./types.ts";

export const CATALOGUE: readonly Listed[] = [
  {
    id: "firefly/null",
    title: "Firefly RPC: Null()",
    question: "Where do the 2.66 ms of an empty call go, and what do more caller threads buy?",
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
    question: "Does it matter which way the data goes?",
    paper: "firefly",
  },
  {
    id: "flexrpc/multicast",
    title: "FlexRPC: multicast calls",
    question: "Should the caller send to everybody itself, or let each callee hand the call on to the next?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/gfs-push",
    title: "Pushing data along a chain of replicas",
    question: "How long does 1 MB take to three replicas, and what does the client's link see of it?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/paxos-round",
    title: "A round of Paxos",
    question: "Two small calls to a majority: is a chain ever the better way?",
    paper: "flexrpc",
  },
  {
    id: "flexrpc/p2p-probe",
    title: "Probing peers",
    question: "Who of many peers is there, and what does it cost that some have gone?",
    paper: "flexrpc",
  },
  {
    id: "multirpc/call",
    title: "MultiRPC: one call to many servers",
    question: "What does it save to call all servers at once, and what stops it?",
    paper: "multirpc",
  },
  {
    id: "multirpc/callback-break",
    title: "Callback break: telling every workstation",
    question: "A system file changes. What does it take to tell all who have a copy, and what does a dead one cost?",
    paper: "multirpc",
  },
];
