import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCapture } from "../../wire/capture.ts";
import { decodeFrame } from "../../wire/firefly.ts";
import type { Experiment, ParamTable } from "../types.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { runOf } from "../testing.ts";
import { callTimes } from "../call-times.ts";
import { callsCsv } from "./calls-csv.ts";
import { exampleRun } from "./example-run.ts";
import { ENGINE_VERSION, fileStem, measuresCsv, runSummary, toCsv, toJson, toPcapng } from "./index.ts";

describe("toPcapng", () => {
  it("gives every packet whose bytes were kept, in order of departure, with its story", () => {
    const capture = readCapture(toPcapng(exampleRun()));
    expect(capture.packets.map(({ epochNs, comment }) => [Number(epochNs), comment])).toEqual([
      [2_000, "call#1, first, lost"],
      [600_001_000, "call#1, retransmission, delivered"],
      [600_091_000, "result#1, first, ignored, 5ms late by a fault"],
      [600_100_000, "result#1, duplicate, delivered"],
    ]);
    expect(capture.packets.map(({ bytes }) => decodeFrame(bytes).packet.type)).toEqual([
      "call",
      "call",
      "result",
      "result",
    ]);
  });

  it("carries what is needed to run it again", () => {
    expect(readCapture(toPcapng(exampleRun()))).toMatchObject({
      application: `Roundtrip v${ENGINE_VERSION}`,
      comment: [
        "experiment: firefly/null",
        "parameter threads: 4",
        "parameter network: private",
        "seed: 1",
        "faults: drop call#1; delay result#1 by 5ms; duplicate result#1",
        "trace hash: 0123456789abcdef",
        "trace kept: all of it",
        `made by: Roundtrip v${ENGINE_VERSION}`,
        "packets: 4 of 5",
        "time: from the start of the run, when the first bit of a packet leaves",
      ].join("\n"),
    });
  });

  it("puts packets that were recorded late where they departed", () => {
    const run = exampleRun();
    const packets = { ...run.trace.packets, departs: run.trace.packets.departs.with(0, 700_000_000) };
    const file = toPcapng({ ...run, trace: { ...run.trace, packets } });
    const times = readCapture(file).packets.map(({ epochNs }) => Number(epochNs));
    expect(times).toEqual([600_001_000, 600_091_000, 600_100_000, 700_000_000]);
  });
});

it("every table is ASCII, and its lines end alike, whatever the run’s texts hold", () => {
  const run = { ...exampleRun(), faults: ["’µ× 漢 é\u2009−"] };
  for (const text of [toCsv(run), callsCsv(run), measuresCsv(run)]) {
    expect(text).toMatch(/^[\n -~]*\n$/);
  }
  expect(toCsv(run)).toContain("'ux \\u{6f22} e -");
});

it("a connection that a run found open begins with its opening, marked so, before the run’s packets", () => {
  const run = runOf("today/call", { set: { calls: 3 } });
  const { packets, comment } = readCapture(toPcapng(run));
  const opening = packets.slice(0, 3);
  expect(packets).toHaveLength(run.packets + run.laterPackets + 3);
  expect(opening.map(({ bytes }) => decodeTcpFrame(bytes).header.flags)).toEqual([2, 18, 16]); // SYN, SYN ACK, ACK
  for (const packet of opening) expect(packet.comment).toContain("before the run; no packet of the run");
  expect(comment).toContain("behind 3 that open connections before the run");
  const [, , last, first] = packets.map(({ bytes }) => decodeTcpFrame(bytes).header);
  expect(last?.sequence).toBe(first?.sequence);
  const opens = runOf("sun-rpc/call", { set: { iterations: 1, transport: "tcp" } });
  expect(readCapture(toPcapng(opens)).comment).not.toContain("that open connections");
});

it("the opening of a connection with options says what its windows and acknowledgements mean later", () => {
  for (const setup of ["open", "tcp"]) {
    const run = runOf("tcp/transfer", { set: { setup, bytes: 5000, lossShare: 0 } });
    const [syn, accept, , data] = readCapture(toPcapng(run)).packets.map(({ bytes }) => decodeTcpFrame(bytes).header);
    for (const begin of [syn, accept])
      expect(begin, setup).toMatchObject({ windowShift: 8, permitsSacks: true, maxSegment: 1460, window: 65_535 });
    expect(data).toMatchObject({ window: (6144 * 1024) / 2 ** 8, maxSegment: null });
  }
});

/** A table in RFC 4180, read strictly; every row must have as many fields as the header. */
function readCsv(text: string): Record<string, string>[] {
  expect(text.endsWith("\n")).toBe(true);
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\n)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error("not RFC 4180");
    const [, value = "", separator] = match;
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (separator === "\n") rows.push([]);
  }
  rows.pop();
  const [header = [], ...body] = rows;
  return body.map((row) => {
    expect(row).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""]));
  });
}

describe("toCsv", () => {
  const rows = readCsv(toCsv(exampleRun()));
  const ofRecord = (record: string): Record<string, string>[] => rows.filter((row) => row["record"] === record);

  it("has one row a span and one row a packet, behind those that explain the table", () => {
    expect(ofRecord("span")).toHaveLength(4);
    expect(ofRecord("packet")).toHaveLength(5);
    expect(rows.findIndex((row) => row["record"] === "span")).toBe(ofRecord("run").length + ofRecord("column").length);
  });

  it("explains each of its columns and names the run", () => {
    expect(ofRecord("column").map((row) => row["name"])).toEqual(Object.keys(rows[0] ?? {}));
    expect(ofRecord("column").every((row) => row["detail"] !== "")).toBe(true);
    const facts = Object.fromEntries(ofRecord("run").map((row) => [row["name"], row["detail"]]));
    expect(facts).toMatchObject({ experiment: "firefly/null", "parameter threads": "4", seed: "1" });
  });

  it("gives a span with its times, its cause and where its duration comes from, commas and quotes and all", () => {
    expect(ofRecord("span")[1]).toEqual({
      record: "span",
      row: "1",
      call: "1",
      name: "Send call, queue it",
      layer: "kernel",
      machine: "caller",
      track: "CPU 0",
      toMachine: "",
      toTrack: "",
      startNs: "600000000",
      endNs: "600000700",
      owner: "caller thread 1",
      bytes: "",
      fate: "",
      loss: "",
      origin: "",
      delayedNs: "",
      cause: "mark 0",
      detail: 'paper: Table VI, "send", us',
    });
  });

  it("gives a packet with both ends, its fate and its delay", () => {
    expect(ofRecord("packet")[2]).toEqual({
      record: "packet",
      row: "2",
      call: "1",
      name: "result#1",
      layer: "",
      machine: "server",
      track: "DEQNA transmit",
      toMachine: "caller",
      toTrack: "DEQNA receive",
      startNs: "600091000",
      endNs: "605159800",
      owner: "",
      bytes: "74",
      fate: "ignored",
      loss: "",
      origin: "first",
      delayedNs: "5000000",
      cause: "span 2",
      detail: "",
    });
    expect(ofRecord("packet")[4]).toMatchObject({ call: "", name: "other traffic", machine: "", cause: "" });
  });

  it("gives a step of a protocol with its states, its instance and its input", () => {
    expect(ofRecord("transition")).toHaveLength(1);
    expect(ofRecord("transition")[0]).toMatchObject({
      call: "1",
      name: "idle to calling",
      machine: "caller",
      startNs: "3200",
      owner: "caller thread 1",
      cause: "span 0",
      detail: "Firefly caller: start",
    });
  });
});

describe("toJson", () => {
  it("holds the run without its trace, and nothing else", () => {
    expect(JSON.parse(toJson(exampleRun()))).toEqual({
      callTimes: callTimes(exampleRun().trace),
      experiment: "firefly/null",
      parameters: { threads: 4, network: "private" },
      seed: 1,
      faults: ["drop call#1", "delay result#1 by 5ms", "duplicate result#1"],
      measures: { latencyMs: { value: 600.171, unit: "ms" }, longestStep: { value: null, unit: "step" } },
      resources: { "caller.cpu0": { busyNs: 3_200 } },
      packets: 5,
      laterPackets: 0,
      traceHash: "0123456789abcdef",
    });
    expect(JSON.parse(toJson(exampleRun()))).toEqual(runSummary(exampleRun()));
  });
});

describe("fileStem", () => {
  const params: ParamTable = {
    threads: { kind: "number", group: "workload", label: "", unit: "", min: 1, max: 8, step: 1, default: 1, why: "" },
    network: { kind: "choice", group: "network", label: "", options: [], default: "private", why: "" },
  };
  const experiment: Experiment = {
    id: "firefly/null",
    title: "",
    question: "",
    paper: "firefly",
    packetKinds: [],
    params,
    measures: {},
    sweep: { over: "threads", values: [] },
    charts: [],
    models: [],
    answers: [],
    run: exampleRun,
  };

  it("names experiment, changed parameters, faults, seed and version", () => {
    const run = { ...exampleRun(), faults: ["drop call#2"] };
    expect(fileStem(experiment, run)).toBe(`firefly-null_threads-4_drop-call-2_seed-1_v${ENGINE_VERSION}`);
    const plain = { ...run, faults: [], parameters: { threads: 1, network: "private" }, seed: 7 };
    expect(fileStem(experiment, plain)).toBe(`firefly-null_seed-7_v${ENGINE_VERSION}`);
  });

  it("has none but safe characters", () => {
    const parameters = { threads: 0.5, network: "a/b: ü*?" };
    const run = { ...exampleRun(), parameters, faults: ["crash server at 14.2ms"] };
    expect(fileStem(experiment, run)).toBe(
      `firefly-null_threads-0.5_network-a-b-_crash-server-at-14.2ms_seed-1_v${ENGINE_VERSION}`,
    );
  });

  it("stays short under many faults, and still differs from run to run", () => {
    const faults = Array.from({ length: 30 }, (_, index) => `delay result#${index + 1} by 5ms`);
    const run = { ...exampleRun(), faults };
    expect(fileStem(experiment, run)).toBe(`firefly-null_threads-4_30-faults-01234567_seed-1_v${ENGINE_VERSION}`);
    expect(fileStem(experiment, { ...run, traceHash: "fedcba9876543210" })).not.toBe(fileStem(experiment, run));
  });
});

describe("the version", () => {
  it("is that of package.json", () => {
    const text = readFileSync("package.json", "utf8"); // tests run at the top of the project
    expect(JSON.parse(text)).toMatchObject({ version: ENGINE_VERSION });
  });
});
