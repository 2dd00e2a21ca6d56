import { describe, expect, it } from "vitest";
import { toMicros } from "../kernel/time.ts";
import { expectedWords, labelsOf, latencyUs, messagesOf, run, violations, wayOf } from "./flexrpc/testing.ts";
import { callsOf, packetsOf } from "./testing.ts";
import { chainOf, placesOf } from "./flexrpc/layout.ts";
import { EMPTY_ROUND_TRIP } from "./flexrpc/steps.ts";

const KB = 1024;
const TP = 140.4; // Section IV of the paper
const T0 = 154.37;

describe("an empty call", () => {
  it("to one callee takes tp to the nanosecond", () => {
    expect(latencyUs(run())).toBe(TP);
    expect(latencyUs(run({ processUs: 500 }))).toBe(500);
  });

  it("takes t0 more for each further callee, and less than two microseconds for the longer lists", () => {
    const took = [1, 2, 3, 4, 5, 6, 7].map((callees) => latencyUs(run({ callees })));
    for (const [i, us] of took.slice(1).entries()) {
      const more = us - (took[i] ?? NaN) - T0;
      expect(more).toBeGreaterThanOrEqual(0);
      expect(more).toBeLessThan(2);
    }
    expect(took[6]).toBeCloseTo(TP + 6 * T0, -1);
  });

  it("is this, step by step", () => {
    expect(wayOf(run({ callees: 2 }).trace)).toEqual([
      "caller Send a segment",
      "argument",
      "callee1 Receive a segment",
      "callee1 Send a segment",
      "argument",
      "callee2 Receive a segment",
      "callee2 Process the call",
      "callee2 Send a segment",
      "result",
      "callee1 Receive a segment",
      "callee1 Pass the results on",
      "callee1 Send a segment",
      "result",
      "caller Receive a segment",
    ]);
    expect(toMicros(EMPTY_ROUND_TRIP)).toBe(51.884);
  });

  it("costs two packets a hop: what answers acknowledges", () => {
    expect(run({ callees: 5 }).packets).toBe(10);
    expect(run({ callees: 5, mode: "parallel" }).packets).toBe(10);
  });
});

describe("a connection on which nothing is sent", () => {
  it("is watched by one end: probes of both never cross, so no acknowledgement looks like a duplicate", () => {
    const { trace } = run({ callees: 4, mode: "parallel", slowCallee: 3, slowMs: 3500, resultBytes: 4 });
    const between = new Map<string, string[]>(); // by pair of machines, in order of departure
    for (const { from, to, kind } of packetsOf(trace).toSorted((a, b) => a.departsMs - b.departsMs)) {
      const pair = [from, to].sort().join(" ");
      between.set(pair, [...(between.get(pair) ?? []), kind]);
    }
    expect(between.size).toBeGreaterThan(3);
    for (const kinds of between.values()) {
      const answers = kinds.flatMap((kind, i) => (kind === "probe" ? [kinds[i + 1]] : []));
      expect(answers).toEqual(Array.from({ length: 3 }, () => "acknowledgement"));
    }
  });
});

describe("every run without faults", () => {
  const runs = {
    serial: run({ callees: 4, argumentBytes: 20 * KB, resultBytes: 5001 }),
    parallel: run({ callees: 4, argumentBytes: 20 * KB, resultBytes: 5001, mode: "parallel" }),
    pipelined: run({ callees: 4, argumentBytes: 20 * KB, resultBytes: 5001, pipelined: true }),
    several: run({ callees: 3, argumentBytes: 3000, resultBytes: 1, calls: 4 }),
    large: run({ callees: 2, argumentBytes: 300 * KB, resultBytes: 200 * KB }),
    twoSwitches: run({ callees: 50, argumentBytes: 2 * KB, resultBytes: 10 }),
    slow: run({ callees: 3, argumentBytes: 9000, networkMbps: 100, moderationUs: 125, relayCost: 1 }),
  };

  it.each(Object.entries(runs))("keeps the laws: %s", (_, outcome) => {
    expect(violations(outcome)).toEqual([]);
    for (const { outcome: how } of callsOf(outcome.trace)) expect(how).toBe("returned");
  });

  it.each(Object.entries(runs))(
    "carries the caller’s bytes to every callee and theirs to the caller: %s",
    (name, outcome) => {
      const callees =
        { serial: 4, parallel: 4, pipelined: 4, several: 3, large: 2, twoSwitches: 50, slow: 3 }[name] ?? 0;
      const messages = messagesOf(outcome.trace);
      for (const { message, words } of messages) expect(words).toEqual(expectedWords(message));
      const calls = callsOf(outcome.trace).length;
      expect(messages.filter(({ message }) => message.type === "request")).toHaveLength(callees * calls);
      const toCaller = messages.filter(({ message, to }) => message.type === "results" && to === 1);
      const results = toCaller.flatMap(({ message }) => (message.type === "results" ? message.results : []));
      expect(results.filter(({ status }) => status === "answered")).toHaveLength(callees * calls);
    },
  );

  it("is the same however much of it is kept", () => {
    const options = { callees: 3, argumentBytes: 9000, resultBytes: 2000, calls: 3 };
    const hashes = (["all", "none", { calls: 1 }] as const).map((keep) => run(options, [], keep).trace.hash);
    expect(new Set(hashes).size).toBe(1);
  });
});

describe("a serial call", () => {
  it("sends the argument out of the caller once, and once over each link of the chain", () => {
    const { resources } = run({ callees: 5, argumentBytes: 64 * KB });
    const out = ["caller", "callee1", "callee2", "callee3", "callee4"].map(
      (name) => resources.get(`${name}.out`)?.bytes,
    );
    for (const bytes of out) {
      expect(bytes).toBeGreaterThan(64 * KB);
      expect(bytes).toBeLessThan(1.1 * 64 * KB);
    }
    expect(resources.get("callee5.out")?.bytes).toBeLessThan(4 * KB);
  });

  it("hands packets on before the argument is whole", () => {
    const { trace } = run({ callees: 2, argumentBytes: 64 * KB });
    const argument = packetsOf(trace).filter(({ kind }) => kind === "argument");
    const last = Math.max(...argument.filter(({ from }) => from === "caller").map(({ arrivesMs }) => arrivesMs));
    const first = Math.min(...argument.filter(({ from }) => from === "callee1").map(({ departsMs }) => departsMs));
    expect(first).toBeLessThan(last / 5);
  });

  it("sends no result on before the bundle from behind is whole", () => {
    const { trace } = run({ callees: 3, resultBytes: 20 * KB });
    const results = packetsOf(trace).filter(({ kind }) => kind === "result");
    const [first = [], second = [], third = []] = ["callee3", "callee2", "callee1"].map((machine) =>
      results.filter(({ from }) => from === machine),
    );
    const whole = (rows: typeof results): number => Math.max(...rows.map(({ arrivesMs }) => arrivesMs));
    expect(Math.min(...second.map(({ departsMs }) => departsMs))).toBeGreaterThan(whole(first));
    expect(Math.min(...third.map(({ departsMs }) => departsMs))).toBeGreaterThan(whole(second));
    expect(third.length).toBeGreaterThan(2.8 * first.length);
  });

  it("with results as they come is faster than the bound of those that buffer them", () => {
    const options = { callees: 7, argumentBytes: 32 * KB, resultBytes: 32 * KB };
    expect(latencyUs(run({ ...options, pipelined: true }))).toBeLessThan(0.5 * latencyUs(run(options)));
  });

  it("has relay efficiencies near 1 where a segment takes no time to handle: acknowledgements keep them below", () => {
    const { watch } = run({ callees: 4, argumentBytes: 64 * KB, relayCost: 0, moderationUs: 0 });
    for (const callee of [1, 2, 3]) {
      expect(watch.relayEfficiency(callee)).toBeGreaterThan(0.97);
      expect(watch.relayEfficiency(callee)).toBeLessThanOrEqual(1);
    }
    expect([0, 4, 5].map((callee) => watch.relayEfficiency(callee))).toEqual([null, null, null]);
  });
});

describe("a parallel call", () => {
  it("begins with its first segment where a callee costs the caller no work", () => {
    const { trace } = run({ mode: "parallel", callees: 3, argumentBytes: KB, calleeUs: 0 });
    expect(trace.calls.first[0]).toBe(0);
    expect(trace.steps[trace.spans.step[0] ?? -1]?.name).toBe("Send a segment");
  });

  it("sends requests one after the other, and pays for each", () => {
    const { trace } = run({ mode: "parallel", callees: 3, argumentBytes: 8 * KB });
    const requests = packetsOf(trace).filter(({ kind }) => kind === "argument");
    const order = requests.map(({ to }) => to);
    expect(order).toEqual(order.toSorted());
    const firstUs = (machine: string): number => 1000 * (requests.find(({ to }) => to === machine)?.departsMs ?? NaN);
    const tA = 8 * KB * 0.0089;
    expect(firstUs("callee2") - firstUs("callee1")).toBeGreaterThan(tA + 67);
    expect(firstUs("callee2") - firstUs("callee1")).toBeLessThan(tA + 67 + 15);
  });

  it("to one callee costs what that callee costs the caller more than a serial one", () => {
    expect(latencyUs(run({ mode: "parallel" }))).toBeCloseTo(TP + 67, 6);
  });

  it("that wants a majority or the first returns earlier, and drops what comes late", () => {
    const options = { mode: "parallel", callees: 9, argumentBytes: 8 * KB, resultBytes: 100, calls: 2 } as const;
    const [all, majority, first] = [9, 5, 1].map((wanted) => run({ ...options, wanted }));
    if (all === undefined || majority === undefined || first === undefined) throw new Error("three runs");
    expect(latencyUs(first)).toBeLessThan(latencyUs(majority));
    expect(latencyUs(majority)).toBeLessThan(latencyUs(all));
    expect([all, majority, first].map(({ answers }) => answers)).toEqual([
      [9, 9],
      [5, 5],
      [1, 1],
    ]);
    for (const outcome of [all, majority, first]) expect(violations(outcome)).toEqual([]);
  });
});

describe("the phases of a callee (Section III)", () => {
  const PHASES = ["argument forward", "process", "result forward", "done"];
  const phasesOf = ({ marks, labels, tracks }: ReturnType<typeof run>["trace"], machine: string) =>
    Array.from({ length: marks.count }, (_, row) => row)
      .filter((row) => tracks[marks.track[row] ?? -1]?.machine === machine)
      .map((row) => labels[marks.label[row] ?? -1] ?? "")
      .filter((label) => PHASES.includes(label));

  it.each([
    { mode: "serial", pipelined: false },
    { mode: "serial", pipelined: true },
    { mode: "parallel", pipelined: false },
  ] as const)("are each entered once, in their order, until its results have left: $mode, $pipelined", (how) => {
    const { trace } = run({ ...how, callees: 3, argumentBytes: 16 * KB, resultBytes: 4 * KB });
    for (const machine of ["callee1", "callee2", "callee3"]) expect(phasesOf(trace, machine), machine).toEqual(PHASES);
  });
});

describe("a slow callee", () => {
  const at = (slowCallee: number): number =>
    latencyUs(run({ callees: 7, argumentBytes: 32 * KB, resultBytes: 32 * KB, slowCallee, slowMs: 5 }));

  it("costs nothing near the caller, a part in the middle and all of it at the end (equations 6 and 7)", () => {
    const usual = at(0);
    expect(at(1)).toBe(usual);
    expect(at(2)).toBe(usual);
    expect(at(3) - usual).toBeGreaterThan(1000);
    expect(at(3) - usual).toBeLessThan(1500);
    expect(at(7) - usual).toBe(5000);
  });
});

describe("two switches", () => {
  it("are there from 48 machines on, and the callees stand at them in turn", () => {
    expect(new Set(placesOf(46))).toEqual(new Set([0]));
    expect(placesOf(47).slice(0, 5)).toEqual([0, 0, 1, 0, 1]);
    expect(chainOf(47, "given").slice(0, 3)).toEqual([1, 2, 3]);
    expect(chainOf(47, "closest").slice(0, 3)).toEqual([1, 3, 5]);
    expect(chainOf(7, "closest")).toEqual(chainOf(7, "given"));
  });

  it("cost a chain that ignores them the trunk again and again", () => {
    const options = { callees: 48, argumentBytes: 32 * KB } as const;
    const [closest, given] = [run(options, [], "none"), run({ ...options, order: "given" }, [], "none")];
    expect(closest.resources.get("trunk.there")?.bytes).toBeLessThan(1.1 * 32 * KB);
    expect(given.resources.get("trunk.there")?.bytes).toBeGreaterThan(24 * 32 * KB);
    expect(latencyUs(given)).toBeGreaterThan(1.3 * latencyUs(closest));
    expect(given.deepestQueueBytes).toBeGreaterThan(5 * closest.deepestQueueBytes);
  });
});

describe("interrupts that are held back", () => {
  it("are noted, and never make a call faster than without", () => {
    const options = { callees: 3, argumentBytes: 64 * KB } as const;
    const [without, with125] = [0, 125].map((moderationUs) => run({ ...options, moderationUs }));
    if (without === undefined || with125 === undefined) throw new Error("two runs");
    expect(labelsOf(without.trace)).not.toContain("interrupt held back");
    expect(labelsOf(with125.trace)).toContain("interrupt held back");
    expect(latencyUs(with125)).toBeGreaterThan(latencyUs(without));
  });
});
