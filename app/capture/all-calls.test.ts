/** Calls of a capture over time: what began, what was answered, what was sent again, what was under way. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Call } from "../../engine/capture/call.ts";
import { Dissection } from "../../engine/capture/dissection.ts";
import { crowdOfCapture } from "../workers/capture-crowd.ts";
import { groupOf } from "../workers/capture-rows.ts";

const FILE = new URL("../../engine/wire/sunrpc-fixtures/lab-udp-retransmit.pcap", import.meta.url);
const calls: Call[] = [];
const dissection = new Dissection((call) => calls.push(call));
dissection.push(readFileSync(FILE));
dissection.finish();

it("three calls, the first sent three times in two seconds, are counted by the time at which they happen", () => {
  const crowd = crowdOfCapture(calls, null, dissection.endNs);
  const perPiece = (values: readonly number[] = []): readonly (readonly [piece: number, count: number])[] =>
    values.flatMap((value, i) => (value === 0 ? [] : [[i, Math.round((value * crowd.width) / 1e9)] as const]));
  expect(perPiece(crowd.rates.first)).toEqual([
    [0, 1],
    [49, 2],
  ]);
  expect(perPiece(crowd.rates.retried)).toEqual([
    [25, 1],
    [49, 1],
  ]);
  expect(perPiece(crowd.rates.useful)).toEqual([[49, 3]]);
  expect([crowd.underWay[10], crowd.whole.count, crowd.whole.back]).toEqual([1, 3, 3]);
  const [first] = calls;
  expect(crowdOfCapture(calls, first === undefined ? "" : groupOf(first), dissection.endNs)).toEqual(crowd);
  expect(crowdOfCapture(calls, "another", dissection.endNs).whole.count).toBe(0);
});
