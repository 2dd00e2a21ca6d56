/** The claims about services of today that a run of their experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { CONTENTION_PARAMS, ContentionMeasure } from "./describe-contention.ts";
import type { BATCHING_PARAMS, BatchingMeasure, REDELIVERY_PARAMS, RedeliveryMeasure } from "./jobs-params.ts";
import type { ServicesMeasure } from "./measures.ts";
import type { SERVICES_PARAMS } from "./params.ts";

type Table = typeof SERVICES_PARAMS;
const layers = triedBy<Table, ServicesMeasure>("services/layers");
const graph = triedBy<Table, ServicesMeasure>("services/graph");
const balancers = triedBy<Table, ServicesMeasure>("services/balancers");
const batching = triedBy<typeof BATCHING_PARAMS, BatchingMeasure>("services/batching");
const contention = triedBy<typeof CONTENTION_PARAMS, ContentionMeasure>("services/contention");
const redelivery = triedBy<typeof REDELIVERY_PARAMS, RedeliveryMeasure>("services/redelivery");
const storm = triedBy<Table, ServicesMeasure>("services/storm");

/** A client alone calls a service that answers nothing but errors. */
const ONE_CLIENT = { graph: "single", retryAt: "clients", clients: 1 } as const;

export const tries: Tries = {
  paper: "today",
  claims: {
    "d21-triple": layers(
      { retryAt: "clients", retries: 2 },
      "Three attempts reach the lowest service for each call, and about one with a budget of 0.1.",
      { measure: "attemptsPerCall" },
    ),
    "d22-layers": layers({}, "Sixty-four requests reach the lowest service for each call.", {
      measure: "attemptsPerCall",
    }),
    "d29-throttle": layers(
      { ...ONE_CLIENT, retries: 10, budget: 0.1, budgetRule: "grpc" },
      "The first call makes five attempts, and no later call makes a second one.",
      { measure: "failuresToStop" },
    ),
    "d31-bucket": layers(
      { ...ONE_CLIENT, retries: 2, budgetRule: "botocore" },
      "A hundred retries leave, and then each call is tried once.",
      { measure: "sentAgain" },
    ),
    "d53-budget": layers(
      { ...ONE_CLIENT, retries: 10, budget: 0.2, budgetRule: "finagle", loadPerS: 1000, seconds: 60 },
      "A call makes 1.21 attempts in the mean, where the share alone lets it make 1.2.",
      { measure: "attemptsPerCall" },
    ),
    "d28-metastable": storm(
      { loadPerS: 300, retries: 1 },
      "The disturbance is over after two seconds: see whether the calls return, and try other loads.",
    ),
    "d32-two-choices": balancers(
      {
        ...{ servers: 40, workers: 1, serverMs: 10, loadPerS: 2000, clients: 1, balancer: "two-choices" },
        ...{ blipMs: 0, retries: 0, networkMs: 0.05 },
      },
      "The mean is about 1.3 times the 10 ms of a request, and twice those with a server at random.",
      { measure: "meanMs", scale: 0.1 },
    ),
    "d24-jitter": contention(
      {},
      "See the other pauses: each costs more writes than these, some 800, or more time than five seconds.",
      { measure: "writes" },
    ),
    "checks-readiness": balancers(
      { checkMs: 1000, checkBy: "worker", blip: "fail", blipMs: 8000, retries: 0, loadPerS: 1500 },
      "Two calls of a hundred fail, and eight where nobody checks: the first three checks are waited for.",
    ),
    "kafka-linger": batching(
      { loadPerS: 2000 },
      "All jobs end well; without a wait one in twelve does, and at 100 jobs a second the wait only costs.",
    ),
    "sqs-redelivery": redelivery(
      { failShare: 0 },
      "One job of twenty is done twice, and with a time of two seconds none is.",
    ),
    "d54-hedge": graph(
      {
        ...{ graph: "single", servers: 40, workers: 100, serverMs: 10, loadPerS: 400, seconds: 20, networkMs: 0.05 },
        ...{ hedgeMs: 30, cancel: "on", retries: 0, blipMs: 0 },
      },
      "The 99th percentile is 38 ms, and 46 ms without the second copy.",
    ),
  },
};
