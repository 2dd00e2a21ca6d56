/**
 * What a run writes into a capture file, read by our own reader, and by tshark where it is installed. The name of a
 * test says who has judged.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { byDeparture, packetName } from "../experiments/export/facts.ts";
import { toPcapng } from "../experiments/export/index.ts";
import { experiments } from "../experiments/index.ts";
import { experimentOf, runOf, type RunSettings } from "../experiments/testing.ts";
import type { ParamValues, Run } from "../experiments/types.ts";
import { itemAt, originOf, timeAt } from "../kernel/reads.ts";
import { readCapture } from "../wire/capture.ts";
import { encodeFrame, FIREFLY_TYPES, station, type FireflyPacket } from "../wire/firefly.ts";
import { dissect } from "../wire/layers.ts";
import { writePcapng, type PacketToWrite } from "../wire/pcapng.ts";

const hasTshark = spawnSync("tshark", ["--version"]).status === 0;
const judge = hasTshark ? "tshark" : "our own reader only, because tshark is not installed";

/** The options that make tshark check what it does not check by itself, and read programs that it does not know. */
const OPTIONS = [
  "ip.check_checksum:TRUE",
  "udp.check_checksum:TRUE",
  "tcp.check_checksum:TRUE",
  "rpc.dissect_unknown_programs:TRUE",
].flatMap((option) => ["-o", option]);

/** What tshark says of each packet, by field. Of a field that a packet has twice, both, with a comma between. */
function tsharkFields(file: Uint8Array, fields: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "tshark-"));
  try {
    const path = join(folder, "frames.pcapng");
    writeFileSync(path, file);
    const columns = fields.flatMap((field) => ["-e", field]);
    const out = execFileSync("tshark", ["-r", path, ...OPTIONS, "-T", "fields", ...columns], {
      encoding: "utf8",
      stdio: "pipe",
      maxBuffer: 2 ** 28,
    });
    return out
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => line.split("\t"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Frames of every type, of sizes from none to full, with small and with large numbers, with and without flags. */
function variousFrames(): PacketToWrite[] {
  const sizes = [0, 1, 2, 3, 7, 100, 1439, 1440];
  const numbers = [0, 3, 0xc0000201];
  const frames = FIREFLY_TYPES.flatMap((type) =>
    sizes.flatMap((size) =>
      numbers.flatMap((number) =>
        [false, true].map((flag) => {
          const low = number & 0xffff;
          const packet: FireflyPacket = {
            type,
            pleaseAck: flag,
            lastFragment: flag,
            fragment: low,
            sequence: number,
            serverSpace: low,
            serverThread: low,
            interface: number,
            binding: number,
            procedure: low,
            activity: { machine: number, space: low, thread: low },
            data: Uint8Array.from({ length: size }, (_, at) => at * low),
          };
          return encodeFrame(packet, { from: station(1), to: station(2) });
        }),
      ),
    ),
  );
  return frames.map((bytes, index) => ({ timeNs: index * 1_000_000_001, bytes, comment: `frame ${index}` }));
}

it(`frames in a pcapng file are read without a fault by ${judge}`, () => {
  const packets = variousFrames();
  const file = writePcapng(packets, { comment: "all", application: "test", interfaces: ["Ethernet"] });
  expect(readCapture(file).packets).toEqual(
    packets.map(({ timeNs, bytes, comment }) => ({
      epochNs: BigInt(timeNs),
      bytes,
      comment,
      originalLength: bytes.length,
      linkType: 1,
    })),
  );
  if (!hasTshark) return;
  const fields = ["_ws.malformed", "frame.protocols", "ip.checksum.status", "udp.checksum.status", "frame.len"];
  const more = ["frame.comment", "frame.time_epoch", "_ws.expert.severity"];
  const protocols = "eth:ethertype:ip:udp:data"; // no heuristic takes our packets for somebody else's
  const good = "1"; // 0 would be bad, 2 not checked
  const onlyOurComment = "1048576"; // the severity of a comment, and of nothing else
  expect(tsharkFields(file, [...fields, ...more])).toEqual(
    packets.map(({ bytes, comment, timeNs }) => {
      const time = `${Math.floor(timeNs / 1e9)}.${String(timeNs % 1e9).padStart(9, "0")}`;
      return ["", protocols, good, good, String(bytes.length), comment, time, onlyOurComment];
    }),
  );
});

const BESIDE_NFS = { iterations: 3000, otherWork: "nfs" };

/** Runs of all systems: each brings formats of its own. */
const RUNS: readonly (readonly [name: string, experiment: string, settings: RunSettings])[] = [
  ["Sun RPC, the portmapper first", "sun-rpc/call", { set: { iterations: 3 } }],
  ["Sun RPC, 8 KB in six fragments", "sun-rpc/call", { set: { iterations: 2, argumentBytes: 8192 } }],
  ["Sun RPC, a slow procedure that is called again", "sun-rpc/call", { set: { iterations: 1, serverMs: 12_000 } }],
  ["the minimal program over TCP", "sun-rpc/call", { set: { iterations: 3, program: "tcp", argumentBytes: 9000 } }],
  ["Sun RPC over TCP", "sun-rpc/call", { set: { iterations: 3, transport: "tcp", argumentBytes: 9000 } }],
  ["Sun RPC without XDR", "sun-rpc/call", { set: { iterations: 2, encoding: "raw" } }],
  ["Sun RPC, beside a kernel that reads and writes files by NFS", "sun-rpc/call", { set: BESIDE_NFS, seed: 3 }],
  ["Cedar RPC", "cedar/call", { set: { calls: 3, arrayWords: 150, argumentPackets: 3 } }],
  ["Firefly RPC", "firefly/max-arg", { set: { calls: 3 } }],
  [
    "Firefly RPC, with packets lost, late and twice, and a crash",
    "firefly/max-result",
    {
      set: { threads: 3, calls: 40, segment: "shared" },
      faults: ["drop call#2", "delay result#4 by 5ms", "duplicate result#6", "crash server at 20ms"],
    },
  ],
  ["a broadcast of Sun RPC", "sun-rpc/broadcast", {}],
  ["FlexRPC", "flexrpc/multicast", {}],
  ["RPC2", "multirpc/call", { set: { trials: 2 } }],
];

/** What our own reader finds wrong with the packets of a file. */
const wrongIn = (file: Uint8Array): readonly string[] =>
  readCapture(file).packets.flatMap(({ bytes }, i) =>
    dissect(bytes).flatMap(({ name, fields }) => {
      const wrong = fields.filter(({ note }) => note?.startsWith("wrong") === true);
      return name === "malformed" || wrong.length > 0
        ? [`frame ${i + 1}: ${name} ${wrong.map((one) => one.name).join()}`]
        : [];
    }),
  );

const WARNING = 0x60_0000; // from here on tshark's severities mean that something is wrong; comments lie below
const BAD = "0"; // of a checksum: 1 is good, 2 not checked

/** A window of 4,096 bytes is often full, and nothing is wrong with that. */
const FULL_WINDOW = "TCP window specified by the receiver is now completely full";

/** What tshark finds wrong with them. */
function tsharkFinds(file: Uint8Array): readonly string[] {
  const checksums = ["ip", "udp", "tcp"].map((protocol) => `${protocol}.checksum.status`);
  const fields = ["_ws.malformed", "_ws.expert.severity", "_ws.expert.message", ...checksums];
  return tsharkFields(file, fields).flatMap(([malformed = "", severities = "", message = "", ...found], i) => {
    const isBad =
      found.includes(BAD) ||
      malformed !== "" ||
      (severities.split(",").some((one) => Number(one) >= WARNING) && !message.includes(FULL_WINDOW));
    return isBad ? [`frame ${i + 1}: ${malformed} ${message} ${found.join()}`] : [];
  });
}

describe.each(RUNS)("a capture of %s", (_name, id, settings) => {
  const file = toPcapng(runOf(id, settings));

  it(`has no malformed packet and no wrong checksum: ${judge}`, () => {
    expect(readCapture(file).packets.length).toBeGreaterThan(2);
    expect(wrongIn(file)).toEqual([]);
    if (hasTshark) expect(tsharkFinds(file)).toEqual([]);
  });
});

it(`the calls of a kernel to its file server are read as NFS, version 2: ${judge}`, () => {
  const file = toPcapng(runOf("sun-rpc/call", { set: BESIDE_NFS, seed: 3 }));
  const layers = readCapture(file).packets.flatMap(({ bytes }) => dissect(bytes).filter(({ name }) => name === "NFS"));
  expect(layers.length).toBeGreaterThan(50);
  if (!hasTshark) return;
  const rows = tsharkFields(file, ["rpc.msgtyp", "nfs.procedure_v2", "rpc.auth.uid", "nfs.name", "nfs.full_name"]);
  const calls = rows.filter(([type, procedure]) => type === "0" && procedure !== "");
  expect(new Set(calls.map(([, procedure]) => procedure))).toEqual(new Set(["1", "4", "6", "8"]));
  expect(new Set(calls.map(([, , uid]) => uid))).toEqual(new Set(["100"]));
  expect(
    calls
      .find(([, procedure]) => procedure === "4")
      ?.slice(3)
      .join(),
  ).toContain("file1001");
  const replies = rows.filter(([type, procedure]) => type === "1" && procedure !== "");
  expect(replies).toHaveLength(calls.length);
});

it(`packets of a machine to itself have an interface of their own, apart from the Ethernet’s: ${judge}`, () => {
  const run = runOf("sun-rpc/broadcast", { set: { machines: 2, servers: 2, waitFor: 2 } });
  const file = toPcapng(run);
  expect(readCapture(file).packets).toHaveLength(run.packets);
  if (!hasTshark) return;
  const rows = tsharkFields(file, ["frame.interface_name", "ip.src", "ip.dst"]);
  for (const [name, from, to] of rows) expect(name?.startsWith("Loopback of host")).toBe(from === to);
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(["Ethernet", "Loopback of host1", "Loopback of host2"]));
});

it(`a byte that is changed in a packet is found: ${judge}`, () => {
  const { packets } = readCapture(toPcapng(runOf("sun-rpc/call", { set: { iterations: 1, udpChecksums: "on" } })));
  const file = writePcapng(packets.map(({ bytes }, i) => ({ timeNs: i, bytes: bytes.with(-1, 0xff) })));
  expect(wrongIn(file)).toHaveLength(packets.length);
  if (hasTshark) expect(tsharkFinds(file)).toHaveLength(packets.length);
});

it(`a byte that is damaged behind the controller makes UDP’s checksum wrong, where there is one: ${judge}`, () => {
  const capture = (udpChecksums: string) =>
    toPcapng(runOf("sun-rpc/call", { set: { iterations: 1, udpChecksums }, faults: ["garble call#1 byte 65"] }));
  const [checked, unchecked] = [capture("on"), capture("off")];
  expect(wrongIn(checked)).toEqual(["frame 3: UDP checksum"]);
  expect(wrongIn(unchecked)).toEqual([]);
  if (!hasTshark) return;
  const statuses = (file: Uint8Array) => tsharkFields(file, ["udp.checksum.status"]).map(([status]) => status);
  expect(statuses(checked).slice(0, 4)).toEqual(["1", "1", BAD, "1"]);
  expect(new Set(statuses(unchecked))).toEqual(new Set(["3"])); // not present
});

/** A reply with the call that it answers, by their frames from 1, and the time from one to the other. */
interface Answer {
  readonly frame: number;
  readonly call: number;
  readonly seconds: number;
}

/** The answers in a run's trace. A call counts from its first sending, and that from its last fragment. */
function answersIn({ trace }: Run): readonly Answer[] {
  const rows = byDeparture(trace);
  const names = rows.map((row) => packetName(trace, row));
  const isFirst = rows.map((row) => originOf(trace, row) === "first");
  const at = (i: number): number => timeAt(trace.packets.departs, itemAt(rows, i, "packet"));
  return names.flatMap((name, i) => {
    if (!/^(reply|port answer)/.test(name)) return [];
    const asked = name.replace("reply", "call").replace("port answer", "port question");
    const call = names.findLastIndex((other, row) => other === asked && isFirst[row] === true);
    return [{ frame: i + 1, call: call + 1, seconds: (at(i) - at(call)) / 1e9 }];
  });
}

it.each([
  ["three calls", { iterations: 3 }, 4],
  ["8 KB in fragments", { iterations: 2, argumentBytes: 8192 }, 3],
  ["a slow procedure that runs three times", { iterations: 1, serverMs: 12_000 }, 4],
])("every call of Sun RPC has its reply, after the time that the trace has: %s", (_name, set, replies) => {
  const run = runOf("sun-rpc/call", { set });
  const answers = answersIn(run);
  expect(answers).toHaveLength(replies);
  expect(answers.every(({ call, seconds }) => call > 0 && seconds > 0)).toBe(true);
  if (!hasTshark) return;
  const rows = tsharkFields(toPcapng(run), ["frame.number", "rpc.msgtyp", "rpc.repframe", "rpc.time"]);
  const found = rows.filter(([, type]) => type === "1").map(([frame, , call, time]) => [frame, call, time].map(Number));
  expect(found.map(([frame, call]) => [frame, call])).toEqual(answers.map(({ frame, call }) => [frame, call]));
  for (const [i, [, , seconds]] of found.entries()) {
    expect(seconds).toBeCloseTo(itemAt(answers, i, "answer").seconds, 6); // within half a microsecond
  }
});

/** Protocols that tshark may see in a frame; what is ours it shows as data. */
const SEEN = /^eth:ethertype(:data|:ip(:data|:(udp|tcp)(:data|:rpc|:portmap|:nfs)*))*$/;

describe(`${judge}: no frame is taken for a protocol that it is not`, () => {
  const REDESIGNED = ["firefly/null", "firefly/max-result", "firefly/max-arg"].map(
    (id) => [id, { header: "redesigned" }] as const,
  );
  const runs: readonly (readonly [id: string, set: ParamValues])[] = [
    // Messages between services have no bytes.
    ...experiments.flatMap(({ id }) => (id.startsWith("services/") ? [] : [[id, {}] as const])),
    ...REDESIGNED,
    ["today/call", { stack: "bypass" }],
  ];
  const captureOf = (id: string, set: ParamValues): Uint8Array => {
    const { params } = experimentOf(id);
    const few = Object.entries(params).flatMap(([key, param]) =>
      ["calls", "iterations", "trials"].includes(key) && param.kind === "number" ? [[key, Math.max(param.min, 3)]] : [],
    );
    return toPcapng(runOf(id, { set: { ...Object.fromEntries(few), ...set }, keep: { calls: 3 } }));
  };

  it("in captures of all experiments, one section each of one file", () => {
    const captures = runs.map(([id, set]) => ({ id, set, file: captureOf(id, set) }));
    if (!hasTshark) return;
    const rows = tsharkFields(Buffer.concat(captures.map(({ file }) => file)), ["frame.protocols"]);
    const owners = captures.flatMap(({ id, set, file }) =>
      readCapture(file).packets.map(() => `${id} with ${JSON.stringify(set)}`),
    );
    expect(rows).toHaveLength(owners.length);
    const wrong = rows.flatMap(([protocols = ""], i) => (SEEN.test(protocols) ? [] : [`${owners[i]}: ${protocols}`]));
    expect([...new Set(wrong)]).toEqual([]);
  });
});
