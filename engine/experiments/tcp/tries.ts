/** The claims about TCP that a run of its experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { INCAST_PARAMS, IncastMeasure, TRANSFER_PARAMS, TransferMeasure } from "./params.ts";

const transfer = triedBy<typeof TRANSFER_PARAMS, TransferMeasure>("tcp/transfer");
const incast = triedBy<typeof INCAST_PARAMS, IncastMeasure>("tcp/incast");

/** A path whose bytes take no time, and lose nothing. */
const FREE = { lossShare: 0, mbps: 100_000 } as const;
const SMALL = { lossShare: 0, bytes: 100 } as const;

export const tries: Tries = {
  paper: "today",
  claims: {
    "d01-quarter-hour": transfer(
      { ...FREE, rttMs: 0.01, tailProbe: "off" },
      "The call is given up after 924.6 s, and after 12.6 s where the request is sent again five times.",
      { faults: ["crash server at 0ms"], measure: "totalMs", scale: 0.001 },
    ),
    "d02-keep-alive": transfer(
      { ...SMALL, keepAlive: "on", serverMs: 10_000_000 },
      "The call is given up after 7,875 s.",
      { faults: ["crash server at 1s"], measure: "totalMs", scale: 0.001 },
    ),
    "d04-new-connection": transfer(
      { ...FREE, setup: "tcp", rttMs: 56, initialWindow: 4, bytes: 21_000, serverMs: 40 },
      "The call takes 264 ms, and on a connection that was used before 96.",
      { measure: "p50Ms" },
    ),
    "d06-window": transfer(
      { ...FREE, windowKB: 16, rttMs: 100, bufferKB: 100_000 },
      "The goodput comes near a window in each round trip, whatever the path could carry.",
    ),
    "d07-set-up": transfer(
      { ...FREE, setup: "tls-1.2", rttMs: 56, bytes: 1000 },
      "The first request leaves after 168 ms.",
      { measure: "requestMs" },
    ),
    "d10-root": transfer(
      {
        ...{ congestion: "reno", losses: "periodic", lossShare: 0.01, delayedAckMs: 0, rttMs: 100 },
        ...{ mbps: 100_000, bufferKB: 100_000, bytes: 5_000_000 },
      },
      "The mean window is 1.2 by the root of the losses, here about twelve segments.",
      { measure: "meanWindow", scale: 0.1 },
    ),
    "d12-cubic": transfer(
      {
        ...{ losses: "periodic", lossShare: 0.001, delayedAckMs: 0, rttMs: 1000 },
        ...{ mbps: 100_000, windowKB: 272, bufferKB: 100_000, bytes: 6_000_000 },
      },
      "The mean window is four times Reno’s; with a round trip of 10 ms both have the same.",
      { measure: "meanWindow", faults: ["drop reply#1"] },
    ),
    "d16-incast": incast(
      { congestion: "reno", initialWindow: 3, growsBy: "acknowledgements", tailProbe: "off", servers: 16 },
      "The goodput is a small part of the link’s, until there are fewer servers or the port has more memory.",
    ),
    "d39-forty": transfer(
      { ...SMALL, writes: "2", nagle: "on", rttMs: 0.1, calls: 60 },
      "A call takes 40 ms; with Nagle’s algorithm off, or one write, or no delay, it takes a fraction of one.",
      { measure: "p50Ms" },
    ),
    "d40-six": transfer(
      { lossShare: 0.02, calls: 100, callers: 100, bytes: 20_000, rttMs: 100, connections: "six" },
      "The page is there sooner than with one connection.",
    ),
    "d41-slow-start": transfer(
      { ...FREE, calls: 3, idleMs: 2000, bytes: 40_000, rttMs: 100 },
      "The second call is as slow as the first: after two seconds the window is ten segments again.",
    ),
    "d44-duplicates": transfer(
      { ...FREE, initialWindow: 3, bytes: 7300, rttMs: 100, tailProbe: "off" },
      "The call takes three round trips, and no timer goes off.",
      { faults: ["drop reply#1"] },
    ),
    "d46-lone-tail": transfer(
      { ...FREE, bytes: 100, rttMs: 100 },
      "The probe leaves after 300 ms, and the call takes a round trip more.",
      { faults: ["drop call#1"] },
    ),
    "d50-nagle": transfer(
      { ...SMALL, writes: "2", nagle: "on", rttMs: 200.5, calls: 3 },
      "The second part of a request leaves a round trip after the first.",
      { measure: "partsMs" },
    ),
  },
};
