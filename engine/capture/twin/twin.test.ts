/** What a twin says of itself. */
import { expect, test } from "vitest";
import { dissected } from "../test-dissect.ts";
import { callOf, inUdp, pcapOf, replyOf, type Timed } from "../test-frames.ts";
import { twinOf, type RunTwin } from "./twin.ts";

const MS = 1_000_000;
const READ = 6;

/** A call every second, with its reply so many nanoseconds later. */
const call = (xid: number, procedure: number, tookNs: number): readonly Timed[] => [
  { ns: xid * 1000 * MS, frame: inUdp(callOf(xid, 100_003, 3, procedure)) },
  { ns: xid * 1000 * MS + tookNs, frame: inUdp(replyOf(xid), { isReply: true }) },
];

/** An experiment whose calls take no time of their own. */
const run: RunTwin = ({ parameters }) => Array.from({ length: Number(parameters["iterations"]) }, () => 0);

test("a rare quick call among slow ones has a bad twin, and the answer says so", async () => {
  const xids = Array.from({ length: 24 }, (_, i) => i + 1);
  const file = pcapOf(xids.flatMap((xid) => (xid % 8 === 0 ? call(xid, 0, MS) : call(xid, READ, 20 * MS))));
  const { calls, dissection } = dissected(file);
  const rest = { place: null, clockNs: null, endNs: dissection.endNs, unseenBytes: 0, holes: 0 };
  const { answer, kinds } = await twinOf({ calls, ...rest }, run);
  expect(kinds.map(({ name, isFar }) => [name, isFar])).toEqual([
    ["NFS 3 READ over UDP", false],
    ["NFS 3 NULL over UDP", true],
  ]);
  expect(answer.text).toContain("The two numbers do not fit 1 kind of 2, whose twins are bad: NFS 3 NULL over UDP.");
});
