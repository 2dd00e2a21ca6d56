/** A program that makes several calls at the same time. */
import { expect, it } from "vitest";
import { callsAtOnce } from "./at-once.ts";
import { fireflyEnds } from "./firefly/ends.ts";
import { millis } from "../kernel/time.ts";
import type { Ends, HostEffect, HostInput } from "./ends.ts";
import type { ExchangePacket } from "./cedar/packet.ts";

const TIMERS = { retransmitAfter: millis(600), sendLimit: 2, longestProbeInterval: millis(9000) };
const argument = (call: number): Uint8Array => Uint8Array.of(call);
const CALL: HostInput<ExchangePacket> = { tag: "call", call: 1, data: argument(1) };

function firstStep<State>(ends: Ends<State, ExchangePacket>, at = 0) {
  const [caller] = ends.start();
  if (caller === undefined) throw new Error("There is no caller.");
  return ends.step(caller, CALL, { now: at, calleeLife: 1 });
}

const textOf = (effect: HostEffect<ExchangePacket>): string =>
  effect.tag === "send"
    ? `${effect.kind}#${effect.call} of thread ${effect.packet.activity.thread}: ${effect.packet.data.join()}`
    : `${effect.tag} ${"call" in effect ? effect.call : ""}`;

it("begins the further calls by itself, each in a thread of its own", () => {
  const [, effects] = firstStep(callsAtOnce(fireflyEnds(TIMERS, 2), 2, { argument }));
  expect(effects.map(textOf)).toEqual(["call#1 of thread 1: 1", "begins 2", "call#2 of thread 2: 2"]);
});

it("ends each call by itself: one that fails does not end the program", () => {
  const ends = callsAtOnce(fireflyEnds(TIMERS, 2), 2, { argument });
  let [caller] = firstStep(ends);
  const all: HostEffect<ExchangePacket>[] = [];
  for (let due = ends.deadline(caller); due !== null; due = ends.deadline(caller)) {
    const [after, effects] = ends.step(caller, { tag: "tick" }, { now: due, calleeLife: 1 });
    caller = after;
    all.push(...effects);
  }
  expect(all.filter(({ tag }) => tag === "failed")).toEqual([
    { tag: "failed", goesOn: true, call: 1 },
    { tag: "failed", goesOn: true, call: 2 },
  ]);
});

it("leaves a program with one call at a time as it is", () => {
  const ends = fireflyEnds(TIMERS);
  expect(callsAtOnce(ends, 1, { argument })).toBe(ends);
});
