/**
 * Damaged captures: what could be read is shown, and nothing ends in an error of ours, a hang, or endless calls.
 * `npm test` reads 2,000 of them; `npm run audit` sets ROUNDTRIP_EVERY and reads 10,000.
 */
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { GEMINI, GEMINI_PORT } from "../wire/gemini.ts";
import type { Call } from "./call.ts";
import { FrameReader, isGzip } from "./file.ts";
import { dissected } from "./test-dissect.ts";
import { callOf, ethernet, everyMs, inTcp, ipv4, pcapOf, recordOf, replyOf, words } from "./test-frames.ts";

const FOLDER = new URL("../wire/", import.meta.url);
const NAMES = [
  ...["sunrpc-fixtures/portmap-getport-dump.pcap", "sunrpc-fixtures/lab-udp-retransmit.pcap"],
  ...["sunrpc-fixtures/lab-udp-retransmit-one.pcapng", "rpc2-fixtures/rpc2-lost-reply.pcap"],
];
/** Records on a connection in GRE, one of them in two segments; and messages of the lab’s own on a connection. */
const READ = recordOf(callOf(0x11223344, 100_003, 3, 6, words(4, 7, 0, 0, 512)));
const ANSWER = recordOf(replyOf(0x11223344, words(0, ...Array.from({ length: 40 }, (_, i) => i))));
const inGre = (frame: Uint8Array): Uint8Array =>
  ethernet(ipv4(47, Uint8Array.of(0, 0, 8, 0, ...frame.subarray(14)), {}));
const GEMINI_ENDS = { serverPort: GEMINI_PORT };
const gemini = (kind: "call" | "reply"): Uint8Array =>
  inTcp(1, GEMINI.write({ kind, number: 0x55667788, data: new Uint8Array(30) }), {
    ...GEMINI_ENDS,
    isReply: kind === "reply",
  });
const MADE = [
  pcapOf(
    everyMs(
      ...[inTcp(1, READ), inTcp(1, ANSWER.subarray(0, 90), { isReply: true })].map(inGre),
      inGre(inTcp(91, ANSWER.subarray(90), { isReply: true })),
    ),
  ),
  pcapOf(everyMs(gemini("call"), gemini("reply"))),
];
const FILES = [...NAMES.map((name) => new Uint8Array(readFileSync(new URL(name, FOLDER)))), ...MADE];

/** Whether the bytes of a number stand in a frame. */
function holds(frame: Uint8Array, number: number): boolean {
  const wanted = [...words(number)];
  return frame.some((_, at) => wanted.every((byte, i) => frame[at + i] === byte));
}

/** Calls and replies whose number does not stand in the packet that they are said to be in. */
function inventedIn(file: Uint8Array, calls: readonly Call[]): readonly number[] {
  const frames: Uint8Array[] = [];
  const reader = new FrameReader();
  reader.push(file, ({ bytes }) => frames.push(bytes.slice()));
  return calls
    .filter(({ family, programName }) => family === "sun-rpc" || programName === "Gemini")
    .flatMap(({ xid, sends, replies }) =>
      [...sends, ...replies].filter(({ firstFrame }) => !holds(frames[firstFrame - 1] ?? new Uint8Array(0), xid)),
    )
    .map(({ firstFrame }) => firstFrame);
}

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
      const file = damaged(damage);
      const { calls, dissection } = dissected(file, damage.piece);
      const { frames } = dissection.reader.facts;
      // A frame has one message at most, but for those that stand in one segment: these files have none.
      expect(calls.length).toBeLessThanOrEqual(frames);
      for (const { sends, replies } of calls) expect(sends.length + replies.length).toBeGreaterThan(0);
      expect(inventedIn(file, calls)).toEqual([]);
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
