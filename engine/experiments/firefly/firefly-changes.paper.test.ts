/** Section 4 of the Firefly paper on the simulation: each change alone, two together, all together, and its price. */
import { describe, expect, it } from "vitest";
import { waterfall } from "../../kernel/waterfall.ts";
import { tally } from "../../kernel/tally.ts";
import { cell } from "../../papers/index.ts";
import { dissect } from "../../wire/layers.ts";
import { packetsOf } from "../../systems/testing.ts";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";
import { SAVINGS_CALLS } from "./savings.ts";

/** `npm run audit` damages every byte, `npm test` every third. */
const STRIDE = process.env["ROUNDTRIP_EVERY"] === "1" ? 1 : 3;

const CALLS = ["firefly/null", "firefly/max-result"] as const;
const run = (id: string, set: ParamValues = {}): Run => runOf(id, { set: { calls: 20, ...set } });
const medianUs = (id: string, set: ParamValues = {}): number => 1000 * measureOf(run(id, set), "medianMs");

const base = new Map(CALLS.map((id) => [id, medianUs(id)]));
const savedUs = (id: (typeof CALLS)[number], set: ParamValues): number => (base.get(id) ?? NaN) - medianUs(id, set);

const estimated = (section: string, column: string): number =>
  cell({ paper: "firefly", table: "improvements", row: { section }, column }).value as number;
const off = (ours: number, theirs: number): number => Math.abs(ours / theirs - 1);

const SECTIONS: Readonly<Record<string, string>> = {
  controller: "4.2.1",
  network: "4.2.2",
  processors: "4.2.3",
  checksums: "4.2.4",
  protocol: "4.2.5",
  noIp: "4.2.6",
  busyWait: "4.2.7",
  recode: "4.2.8",
};
const NAMES = Object.keys(SECTIONS);
/** The parameters of a change, as the account of the paper’s tables sets them. */
const change = (name: string): ParamValues => SAVINGS_CALLS[`empty ${name}`]?.parameters ?? {};

/** Holds what a change saves of either call to the authors' estimate. */
function expectSaving(name: string, within: number): void {
  const section = SECTIONS[name] ?? "";
  expect(off(savedUs("firefly/null", change(name)), estimated(section, "nullSavedUs"))).toBeLessThan(within);
  expect(off(savedUs("firefly/max-result", change(name)), estimated(section, "maxResultSavedUs"))).toBeLessThan(within);
}

describe("each change of Section 4.2 alone saves what the authors estimate", () => {
  it("improve-controller: 300 and 1,800 µs but for a word on each bus", () => expectSaving("controller", 0.02));
  it("improve-cpu: 1,380 and 2,280 µs with processors three times as fast", () => expectSaving("processors", 0.01));
  it("improve-no-checksum: 180 and 1,000 µs, which is round", () => expectSaving("checksums", 0.04));
  it("improve-protocol: 200 µs of either", () => expectSaving("protocol", 0.01));
  it("improve-no-ip: 100 µs of either", () => expectSaving("noIp", 0.06));
  it("improve-busy-wait: 440 µs of either", () => expectSaving("busyWait", 0.01));
  it("improve-recode: 280 µs of either", () => expectSaving("recode", 0.01));

  it("improve-network: saves of Null() 124 µs and not 110, because our packets have a preamble (E-F12)", () => {
    expect(savedUs("firefly/null", change("network"))).toBeCloseTo(123.84, 2);
    expect(off(savedUs("firefly/max-result", change("network")), 1160)).toBeLessThan(0.01);
  });
});

describe("changes together", () => {
  it("improve-not-additive: processors three times as fast and busy waiting save 1,529 µs, and not 1,823", () => {
    const both = savedUs("firefly/null", { ...change("processors"), ...change("busyWait") });
    const apart = savedUs("firefly/null", change("processors")) + savedUs("firefly/null", change("busyWait"));
    expect(both).toBeCloseTo(1529.33, 1);
    expect(apart).toBeCloseTo(1822.67, 1);
    expect(apart - both).toBeCloseTo((440 * 2) / 3, 1); // of a wake-up that is gone the processors cannot save more
  });

  it("run in all 28 pairs: none saves more than its parts, and all but one more than the better part", () => {
    for (const id of CALLS) {
      const alone = new Map(NAMES.map((name) => [name, savedUs(id, change(name))]));
      for (const [i, one] of NAMES.entries()) {
        for (const other of NAMES.slice(i + 1)) {
          const both = savedUs(id, { ...change(one), ...change(other) });
          const parts = [alone.get(one) ?? NaN, alone.get(other) ?? NaN] as const;
          expect(both, `${id}: ${one}, ${other}`).toBeLessThan(parts[0] + parts[1] + 0.5);
          if (one === "controller" && other === "network") continue; // below
          expect(both, `${id}: ${one}, ${other}`).toBeGreaterThan(Math.max(...parts));
        }
      }
    }
  }, 60_000);

  it("on a wire ten times as fast a controller that overlaps saves less of MaxResult: it waits for its bus", () => {
    const both = { ...change("controller"), ...change("network") };
    const [alone, together] = [change("controller"), both].map((set) => savedUs("firefly/max-result", set));
    expect(together).toBeLessThan(alone ?? NaN);
  });

  it("run all eight, with threads and without, and every call returns", () => {
    const all = Object.assign({}, ...NAMES.map((name) => change(name))) as ParamValues;
    for (const id of ["firefly/null", "firefly/max-result", "firefly/max-arg"]) {
      for (const threads of [1, 8]) {
        const { measures } = run(id, { ...all, threads, calls: 100 });
        expect(measures["failedCalls"]?.value, `${id}, ${threads} threads`).toBe(0);
      }
    }
    const left = (base.get("firefly/null") ?? NaN) - savedUs("firefly/null", all);
    expect(left).toBeGreaterThan(0.1 * (base.get("firefly/null") ?? NaN));
    expect(left).toBeLessThan(0.3 * (base.get("firefly/null") ?? NaN));
  });

  it("header, waiting and run time take an empty call below 67 % of its time, and no two of them do", () => {
    const three = ["protocol", "busyWait", "recode"];
    const share = (names: readonly string[]): number =>
      1 - savedUs("firefly/null", Object.assign({}, ...names.map(change)) as ParamValues) / (base.get(CALLS[0]) ?? NaN);
    expect(share(three)).toBeLessThan(0.67);
    for (const name of three) expect(share(three.filter((other) => other !== name))).toBeGreaterThan(0.67);
  });
});

describe("reception and transmission at their limits", () => {
  const rate = (set: ParamValues): number =>
    measureOf(
      runOf("firefly/max-result", { set: { threads: 8, calls: 1000, ...set }, keep: "none" }),
      "throughputMbps",
    );

  it("improve-controller-throughput: one machine receives about 40 percent more than another can send", () => {
    const [sent, received] = [rate({}), rate({ serverMachines: 2 })];
    expect(received / sent).toBeGreaterThan(1.25);
    expect(received / sent).toBeLessThan(1.5);
    for (const serverMachines of [3, 4]) expect(rate({ serverMachines }) / received).toBeCloseTo(1, 1);
    expect(rate({ controller: "overlapping" }) / sent).toBeGreaterThan(1.25);
  });
});

describe("what a change moves, and what it leaves alone", () => {
  const steps = (set: ParamValues): Map<string, number> => {
    const rows = waterfall(run("firefly/null", set).trace, 2);
    const sums = new Map<string, number>();
    for (const { name, machine, nanos } of rows) {
      const key = `${machine} ${name.replace(/ \(.*\)$/, "")}`;
      tally(sums, key, nanos);
    }
    return sums;
  };
  const plain = steps({});
  const moved = (set: ParamValues): readonly string[] => {
    const now = steps(set);
    const names = new Set([...plain.keys(), ...now.keys()]);
    const plainly = (name: string): string => name.replace(/^(caller|server| *) ?/, "");
    return [...new Set([...names].filter((key) => plain.get(key) !== now.get(key)).map(plainly))].toSorted();
  };

  it.each([
    ["controller", ["QBus/controller receive latency", "QBus/controller transmit latency"]],
    ["checksums", ["Calculate UDP checksum"]],
    ["protocol", ["Handle interrupt for received packet"]],
    ["busyWait", ["Wake up RPC thread"]],
    ["recode", ["Ender", "Receiver", "Starter", "Transporter"]],
  ])("%s: only the steps that it is about", (name, names) => {
    const found = moved(change(name)).map((step) => step.replace(/: (QBus|controller)$/, ""));
    expect([...new Set(found)].toSorted()).toEqual(names);
  });

  it("assembly: the interrupt routine in three versions takes 758, 547 and 177 µs, a third of the best", () => {
    const routine = (interruptRoutine: string): number =>
      steps({ interruptRoutine }).get("caller Handle interrupt for received packet") ?? NaN;
    expect(["original", "best", "assembly"].map(routine)).toEqual([758_000, 547_000, 177_000]);
    expect(177 / 547).toBeCloseTo(1 / 3, 1);
    expect(moved({ interruptRoutine: "best" })).toEqual(["Handle interrupt for received packet"]);
  });

  it("exerciser: hand-made stubs are 140 µs faster on Null() and 600 on MaxResult", () => {
    expect(savedUs("firefly/null", { stubs: "exerciser" })).toBeCloseTo(140, 1);
    expect(savedUs("firefly/max-result", { stubs: "exerciser" })).toBeCloseTo(600, 1);
  });

  it("fix-100us: swapping the statements puts the registration on the way, 100 µs, and changes nothing else", () => {
    for (const id of CALLS) expect(savedUs(id, { statementOrder: "swapped" })).toBeCloseTo(-100, 1);
    expect(moved({ statementOrder: "swapped" })).toEqual(["Register the call in the call table"]);
  });

  it("direct-wakeup: a thread that sorts the packets doubles the wake-ups, 220 µs a packet", () => {
    expect(savedUs("firefly/null", { demultiplexing: "thread" })).toBeCloseTo(-440, 0);
    expect(measureOf(run("firefly/null", { demultiplexing: "thread" }), "fastPathShare")).toBe(0);
    expect(measureOf(run("firefly/null"), "fastPathShare")).toBe(100);
  });

  it("shared-buffers: buffers that are not mapped cost a copy at each end, by the byte", () => {
    const small = 4 * 74 * (120 / 396); // two packets, two copies each, at Table III's slope
    const large = 2 * (74 + 1514) * (120 / 396);
    expect(savedUs("firefly/null", { buffers: "copied" })).toBeCloseTo(-small, 1);
    expect(savedUs("firefly/max-result", { buffers: "copied" })).toBeCloseTo(-large, 1);
  });

  it("buffer-recycling: with one packet an interrupt, eight threads enter the interrupt more often", () => {
    const entered = (perInterrupt: string): number => {
      const { trace } = runOf("firefly/null", { set: { threads: 8, calls: 400, perInterrupt } });
      const step = trace.steps.findIndex(({ name }) => name === "General I/O interrupt handler");
      return trace.spans.step.subarray(0, trace.spans.count).filter((one) => one === step).length;
    };
    expect(entered("one")).toBeGreaterThan(1.2 * entered("all"));
  });
});

describe("the packets of a change", () => {
  const framesOf = (set: ParamValues): readonly string[][] =>
    packetsOf(run("firefly/max-result", { calls: 1, ...set }).trace)
      .slice(0, 2)
      .map(({ frame }) => dissect(frame).map(({ name, length }) => `${name} ${length}`));

  it("have the layers that their bytes say, and the sizes that follow", () => {
    expect(framesOf({})).toEqual([
      ["Ethernet 14", "IPv4 20", "UDP 8", "Firefly RPC 32"],
      ["Ethernet 14", "IPv4 20", "UDP 8", "Firefly RPC 32", "data 1440"],
    ]);
    expect(framesOf({ layering: "ethernet", header: "redesigned" })).toEqual([
      ["Ethernet 14", "Firefly datagram 12", "Firefly RPC 32", "padding 2"],
      ["Ethernet 14", "Firefly datagram 12", "Firefly RPC 32", "data 1440"],
    ]);
  });

  it("checksums-included: a byte that is damaged behind the controller’s check is found, and sent again", () => {
    for (const layering of ["udp-ip", "ethernet"]) {
      const faults = ["garble result#1 byte 100"];
      const { measures, trace } = runOf("firefly/max-result", { set: { calls: 1, layering }, faults });
      expect(measures["failedCalls"]?.value).toBe(0);
      expect(measureOf({ measures } as Run, "latencyMs")).toBeGreaterThan(600);
      const why = layering === "ethernet" ? "Firefly checksum" : "UDP checksum";
      expect(packetsOf(trace)[1]).toMatchObject({ kind: "result", fate: "lost" });
      expect(trace.labels).toContain(why);
    }
  });

  it("checksum-need: without checksums the wrong result returns as if all were well", () => {
    for (const layering of ["udp-ip", "ethernet"]) {
      const set = { calls: 1, layering, udpChecksums: "off" };
      const damaged = runOf("firefly/max-result", { set, faults: ["garble result#1 byte 100"] });
      const sound = runOf("firefly/max-result", { set });
      expect(damaged.measures["failedCalls"]?.value).toBe(0);
      expect(damaged.measures["latencyMs"]).toEqual(sound.measures["latencyMs"]);
      const [was, is] = [sound, damaged].map(({ trace }) => packetsOf(trace)[1]?.frame ?? new Uint8Array(0));
      const differing = [...(was ?? [])].flatMap((byte, at) => (byte === is?.[at] ? [] : [at]));
      expect(differing).toEqual([100]);
    }
  });

  it("without checksums may have any byte damaged, and the run still ends", () => {
    for (const layering of ["udp-ip", "ethernet"]) {
      for (const header of ["published", "redesigned"]) {
        for (let byte = 0; byte < 80; byte += STRIDE) {
          for (const kind of ["call", "result"]) {
            const set = { calls: 3, layering, header, udpChecksums: "off" };
            const { measures } = runOf("firefly/null", {
              set,
              faults: [`garble ${kind}#2 byte ${byte}`],
              keep: "none",
            });
            expect(measures["failedCalls"]?.value, `${layering} ${header} ${kind} ${byte}`).toBeLessThanOrEqual(2);
          }
        }
      }
    }
  }, 60_000);
});
