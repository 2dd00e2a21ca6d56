/**
 * Damaged captures: what could be read is shown, and nothing ends in an error of ours, a hang, or endless calls.
 * `npm test` reads 2,000 of them; `npm run audit` sets ROUNDTRIP_EVERY and reads 10,000.
 */
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isGzip } from "./file.ts";
import { dissected } from "./test-dissect.ts";

const FOLDER = new URL("../wire/", import.meta.url);
const NAMES = [
  ...["sunrpc-fixtures/portmap-getport-dump.pcap", "sunrpc-fixtures/lab-udp-retransmit.pcap"],
  ...["sunrpc-fixtures/lab-udp-retransmit-one.pcapng", "rpc2-fixtures/rpc2-lost-reply.pcap"],
];
const FILES = NAMES.map((name) => new Uint8Array(readFileSync(new URL(name, FOLDER))));

interface Damage {
  readonly file: number;
  readonly edits: readonly (readonly [at: number, value: number])[];
  readonly cut: number;
  readonly repeat: readonly [at: number, bytes: number];
  readonly piece: number;
}

const damages: fc.Arbitrary<Damage> = fc.record({
  file: fc.nat(FILES.length - 1),
  edits: fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 12 }),
  cut: fc.oneof(fc.constant(0), fc.nat(5000)),
  repeat: fc.tuple(fc.nat(5000), fc.oneof(fc.constant(0), fc.nat(600))),
  piece: fc.integer({ min: 1, max: 2000 }),
});

function damaged({ file, edits, cut, repeat: [at, bytes] }: Damage): Uint8Array {
  const original = FILES[file] ?? new Uint8Array(0);
  const from = 24 + (at % (original.length - 24)); // the first bytes say what file it is
  const parts = [original.subarray(0, from + bytes), original.subarray(from)];
  const copy = Uint8Array.from(parts.flatMap((part) => [...part])).slice(0, Math.max(4, original.length + bytes - cut));
  for (const [place, value] of edits) copy[4 + (place % Math.max(1, copy.length - 4))] = value;
  return copy;
}

const RUNS = process.env["ROUNDTRIP_EVERY"] === "1" ? 10_000 : 2000;

test(`${RUNS} damaged captures are read as far as they go`, { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(damages, (damage) => {
      const { calls, dissection } = dissected(damaged(damage), damage.piece);
      const { frames } = dissection.reader.facts;
      // A frame has one message at most, but for records that stand in one segment: these files have none.
      expect(calls.length).toBeLessThanOrEqual(frames);
      for (const { sends, replies } of calls) expect(sends.length + replies.length).toBeGreaterThan(0);
    }),
    { numRuns: RUNS, seed: 4 },
  );
});

test("a packed capture is the same one", () => {
  const [file] = FILES;
  const packed = gzipSync(file ?? "");
  expect(isGzip(packed)).toBe(true);
  expect(dissected(new Uint8Array(gunzipSync(packed))).calls).toHaveLength(9);
});
