/**
 * `npm run bench captures`: `lab dissect` beside tshark, each on the same files of 100 MB, as commands that a user
 * starts: seconds, the ratio, and the calls that both found. It takes the built lab (`npm run build`).
 */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callOf, inTcp, inUdp, pcapOf, recordOf, replyOf, words } from "../capture/test-frames.ts";
import { numberText, textTable } from "../cli/text-table.ts";

const BYTES = 100e6;
const PIECE = 1000; // calls written at once
const EVERY_NS = 100_000; // from one call to the next
const SEGMENT = 1448;
const NFS = 100_003;
const [GETATTR, READ] = [1, 6];
const READ_BYTES = 8192;
const ROUNDS = 3;
/** Bytes of a pcap file before its first packet, and of a packet before its frame. */
const [FILE_HEADER, PACKET_HEADER] = [24, 16];
/** Places in a frame: the ports, of UDP the identifier of a call, and TCP’s numbers with what stands behind them. */
const [PORTS, UDP_XID, SEQUENCE, ACKNOWLEDGEMENT, TCP_XID] = [34, 42, 38, 42, 58];

/** The packets of one call and its reply, and what is other in those of the n-th. */
interface Pattern {
  readonly frames: readonly Uint8Array[];
  /** @param starts where each frame begins in `view` */
  readonly set: (view: DataView, starts: readonly number[], n: number) => void;
}

const HANDLE = words(32, ...Array.from({ length: 8 }, (_, i) => i * 0x0101_0101));
const ATTRIBUTES = words(0, ...Array.from({ length: 21 }, (_, i) => i));

const SMALL: Pattern = {
  frames: [inUdp(callOf(0, NFS, 3, GETATTR, HANDLE)), inUdp(replyOf(0, ATTRIBUTES), { isReply: true })],
  set: (view, starts, n) => {
    for (const [i, at] of starts.entries()) {
      view.setUint16(at + PORTS + 2 * i, 40_000 + (n % 64));
      view.setUint32(at + UDP_XID, n);
    }
  },
};

const CALL = recordOf(callOf(0, NFS, 3, READ, Uint8Array.of(...HANDLE, ...words(0, 0, READ_BYTES))));
const REPLY = recordOf(replyOf(0, new Uint8Array(READ_BYTES + 20)));
const SEGMENTS = Array.from({ length: Math.ceil(REPLY.length / SEGMENT) }, (_, i) =>
  inTcp(0, REPLY.subarray(i * SEGMENT, (i + 1) * SEGMENT), { isReply: true }),
);

/** A READ on one connection, whose reply takes six segments. */
const LARGE: Pattern = {
  frames: [inTcp(0, CALL), ...SEGMENTS],
  set: (view, [call = 0, ...segments], n) => {
    view.setUint32(call + SEQUENCE, n * CALL.length);
    view.setUint32(call + ACKNOWLEDGEMENT, n * REPLY.length);
    view.setUint32(call + TCP_XID, n);
    for (const [i, at] of segments.entries()) {
      view.setUint32(at + SEQUENCE, n * REPLY.length + i * SEGMENT);
      view.setUint32(at + ACKNOWLEDGEMENT, (n + 1) * CALL.length);
      if (i === 0) view.setUint32(at + TCP_XID, n);
    }
  },
};

/** Writes a capture of so many bytes, and gives the calls in it. */
function writeCapture(path: string, bytes: number, { frames, set }: Pattern): number {
  const whole = pcapOf(frames.map((frame, i) => ({ ns: i * 5000, frame })));
  const pattern = whole.subarray(FILE_HEADER);
  const piece = new Uint8Array(PIECE * pattern.length);
  for (let i = 0; i < PIECE; i++) piece.set(pattern, i * pattern.length);
  const view = new DataView(piece.buffer);
  const begin = view.getUint32(0, true); // seconds
  const file = openSync(path, "w");
  writeSync(file, whole, 0, FILE_HEADER);
  let calls = 0;
  for (let written = FILE_HEADER; written < bytes; calls += PIECE) {
    for (let i = 0, at = 0; i < PIECE; i++) {
      const n = calls + i;
      const starts = frames.map((frame, place) => {
        const us = Math.floor((n * EVERY_NS) / 1000) + place * 5;
        view.setUint32(at, begin + Math.floor(us / 1e6), true);
        view.setUint32(at + 4, us % 1e6, true);
        at += PACKET_HEADER + frame.length;
        return at - frame.length;
      });
      set(view, starts, n);
    }
    written += writeSync(file, piece);
  }
  closeSync(file);
  return calls;
}

/** Runs a command whose output goes to a file, and gives its seconds. Throws where it fails. */
function secondsOf(command: string, args: readonly string[], out: string): number {
  const output = openSync(out, "w");
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { stdio: ["ignore", output, "pipe"], encoding: "utf8" });
  const seconds = (performance.now() - start) / 1000;
  closeSync(output);
  if (status !== 0) throw new Error(`bench: ${command} ended with ${status}: ${stderr}`);
  return seconds;
}

const TSHARK = ["-o", "rpc.dissect_unknown_programs:TRUE", "-Y", "rpc.msgtyp == 0", "-T", "fields"];
const FIELDS = ["frame.number", "frame.time_relative", "rpc.xid", "rpc.program", "rpc.procedure", "rpc.time"];

function measure(folder: string, lab: string, [name, pattern]: readonly [string, Pattern]): string[] {
  const path = join(folder, "calls.pcap");
  const calls = writeCapture(path, BYTES, pattern);
  const out = join(folder, "out");
  const tshark = ["-r", path, ...TSHARK, ...FIELDS.flatMap((field) => ["-e", field])];
  const linesIn = (): number => readFileSync(out, "utf8").split("\n").length - 1;
  const rounds = Array.from({ length: ROUNDS }, () => {
    const own = secondsOf(process.execPath, [lab, "dissect", path, "--csv"], out);
    const found = linesIn() - 1; // without the head
    const theirs = secondsOf("tshark", tshark, out);
    return { own, theirs, found, foundByThem: linesIn() };
  });
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? NaN;
  const [first] = rounds;
  const isSame = rounds.every(({ found, foundByThem }) => found === calls && foundByThem === calls);
  const seen = `${first?.found} and ${first?.foundByThem}`;
  return [
    ...[name, numberText(calls), isSame ? "both find all" : `WRONG: ${seen}`],
    ...[median(rounds.map(({ own }) => own)).toFixed(2), median(rounds.map(({ theirs }) => theirs)).toFixed(2)],
    median(rounds.map(({ own, theirs }) => theirs / own)).toFixed(2),
  ];
}

export function printCaptures(): void {
  const lab = fileURLToPath(new URL("../../dist-lab/lab.mjs", import.meta.url));
  if (!existsSync(lab)) throw new Error("bench: the lab is not built. Run npm run build first.");
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-bench-"));
  try {
    const head = ["100 MB of", "calls", "found", "lab dissect, s", "tshark, s", "tshark / lab"];
    const files = [
      ["NFS 3 GETATTR over UDP", SMALL],
      ["NFS 3 READ of 8 KB over TCP", LARGE],
    ] as const;
    console.log(
      textTable(
        head,
        files.map((one) => measure(folder, lab, one)),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
