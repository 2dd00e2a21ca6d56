/**
 * Twenty-four questions in engineers’ words. The search finds first the question that is meant, its first run
 * answers, and what the run measures is what the rule beside it says.
 */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import type { AnsweringRun, Question } from "../setup/questions/types.ts";
import { ENTRIES } from "../shell/palette-entries.ts";
import { find } from "../shell/palette-search.ts";

/** A measure of one of the question’s runs, from 1. */
type Of = (name: string, run?: number) => number;

interface Row {
  readonly typed: string;
  readonly id: string;
  readonly rule: string;
  readonly holds: (of: Of) => boolean;
}

const row = (typed: string, id: string, rule: string, holds: Row["holds"]): Row => ({ typed, id, rule, holds });
const between = (value: number, low: number, high: number): boolean => value >= low && value <= high;

const TABLE: readonly Row[] = [
  row(
    "our clients retried after a blip and the service stays down",
    "retry-storm",
    "attempts × load > capacity",
    (of) => between(of("goodputPerS"), 0, 150) && of("goodputPerS", 2) > 270,
  ),
  row(
    "the deadline passed and the server went on",
    "work-goes-on",
    "work for nobody, unless the deadline travels",
    (of) => of("wastedShare") > 50 && of("wastedShare", 2) < of("wastedShare") / 5,
  ),
  row("p99 of a page that calls forty services", "slowest-of-ten", "at most H(40) = 4.28 means", (of) =>
    between(of("meanMs") / of("meanMs", 2), 3, 4.28),
  ),
  row("40 ms that come and go", "same-extra-time", "Linux delays an acknowledgement by 40 ms", (of) =>
    between(of("latencyUs") - of("latencyUs", 2), 39_900, 40_500),
  ),
  row(
    "incast",
    "incast",
    "goodput falls by an order of magnitude",
    (of) => of("goodputMbps") < of("goodputMbps", 2) / 10,
  ),
  row(
    "my request was executed twice",
    "did-it-run",
    "an error stands for none and for one",
    (of) => of("mostExecutions") === 1 && of("mostExecutions", 2) === 0,
  ),
  row(
    "keepalive works but the handler hangs",
    "slow-or-dead",
    "the living end by themselves, the dead by probes",
    (of) => of("failedCalls") === 1 && of("failedCalls", 2) === 0,
  ),
  row(
    "how long do I keep an idempotency key",
    "duplicate-memory",
    "nothing is done again while the key is kept",
    (of) => of("doneAgain") > 50 && of("doneAgain", 2) === 0,
  ),
  row(
    "hedged requests",
    "hedging",
    "less tail for P(X > d) more copies, unless the servers are full",
    (of) => of("p99Ms") < of("p99Ms", 2) && between(of("attemptsPerCall"), 1, 1.25) && of("returnedShare", 3) < 99,
  ),
  row(
    "load balancer sends everything to one server",
    "load-balancer",
    "one of five servers can do a fifth of 500",
    (of) => of("goodputPerS") < 100 && of("goodputPerS", 2) > 240,
  ),
  row(
    "open a new connection per call or reuse it",
    "connection-per-call",
    "TCP and TLS 1.3 are two round trips more",
    (of) => between((of("p50Ms") - of("p50Ms", 2)) / 20, 2, 2.1),
  ),
  row(
    "kernel bypass",
    "kernel-bypass",
    "nearly all of a small call is software",
    (of) => of("latencyUs") < of("latencyUs", 2) / 10,
  ),
  row(
    "we doubled the timeout and it got worse",
    "doubled-timeout",
    "a longer wait holds more workers",
    (of) => of("returnedShare") < of("returnedShare", 2) / 2,
  ),
  row(
    "autoscaling added pods and latency did not move",
    "more-servers",
    "what is full is below",
    (of) => between(of("p99Ms", 2) / of("p99Ms"), 0.9, 1.1) && of("utilisation") > 90,
  ),
  row(
    "one slow node out of forty makes every page slow",
    "one-slow-server",
    "each page has the slow one in it",
    (of) => of("p50Ms") > 1.5 * of("p50Ms", 2) && of("p50Ms", 3) < of("p50Ms", 2),
  ),
  row(
    "we retry three times at each layer",
    "retries-in-layers",
    "(k + 1)^L = 4³, exactly",
    (of) => of("attemptsPerCall") === 4 ** 3 && of("attemptsPerCall", 2) === 4,
  ),
  row(
    "the circuit breaker opens and closes all day",
    "breaker-flaps",
    "open for five seconds, Hystrix",
    (of) => of("recoveryMs") >= 4500 && of("recoveryMs", 2) === 0,
  ),
  row(
    "latency explodes at 90 % utilization",
    "at-ninety-percent",
    "W = S/(1 − ρ)",
    (of) => between(of("modelMs") / of("modelMs", 2), 4.8, 5) && between(of("meanMs") / of("modelMs"), 0.8, 1.2),
  ),
  row(
    "do I queue or shed load when overloaded",
    "overload",
    "queue × service time > deadline: useful work stops",
    (of) => of("goodputPerS") < 450 && of("goodputPerS", 2) > 760,
  ),
  row(
    "the load test says 10 ms but users wait seconds",
    "load-test",
    "who waits for replies meets a stall once",
    (of) => of("meanMs") > 10 * of("meanMs", 2),
  ),
  row(
    "median fine but p99 awful",
    "tail",
    "a log-normal’s 99th percentile is ten medians",
    (of) => of("p99Ms") > 8 * of("p50Ms") && of("p99Ms", 2) < 2 * of("p50Ms", 2),
  ),
  row("thread pool size", "how-many-threads", "N = λ W", (of) =>
    between((of("callsPerS") * of("meanMs")) / 1000 / of("underWay"), 0.99, 1.01),
  ),
  row(
    "slow queries block the fast ones behind them",
    "behind-a-long-call",
    "(1 + c²)/2 times the wait",
    (of) => of("meanMs") > 2 * of("meanMs", 2),
  ),
  row(
    "server died and my call hangs forever",
    "hang",
    "silence ends nothing",
    (of) => of("failedCalls") === 0 && of("callsPerS") === 0 && of("failedCalls", 2) === 1,
  ),
];

const measuresOf = ({ experiment, set, faults = [] }: AnsweringRun) =>
  runOf(experiment, { set, faults, keep: "none" }).measures;

function questionOf(id: string): Question {
  const found = QUESTIONS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no question ${id}.`);
  return found;
}

describe("twenty-four questions in engineers’ words", () => {
  it("are twenty-four, each once", () => expect(new Set(TABLE.map(({ id }) => id)).size).toBe(24));

  it.each(TABLE)("“$typed” finds $id: $rule", ({ typed, id, holds }) => {
    const question = questionOf(id);
    expect(find(typed, ENTRIES)[0]).toMatchObject({ kind: "question", title: question.asked });
    const known = new Map<number, ReturnType<typeof measuresOf>>();
    const of: Of = (name, nth = 1) => {
      const measures = known.get(nth) ?? measuresOf(itemAt(question.runs, nth - 1, "run"));
      known.set(nth, measures);
      const value = measures[name]?.value;
      if (typeof value !== "number") throw new Error(`${id}: run ${nth} measures no number ${name}: ${String(value)}.`);
      return value;
    };
    expect(holds(of)).toBe(true);
  });
});
