import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, spanRef, type Step } from "../kernel/trace-data.ts";
import { LinuxNode, type NodeFrame, type Work } from "./linux-node.ts";
import { segment } from "./processors.ts";
import { overlap, spansOf } from "./testing.ts";

const SEGMENT = 10_000; // ns
const MODERATION = 40_000;
const step = (name: string): Step => ({ name, layer: "other", source: { kind: "assumed", text: "a test’s" } });

interface Frame extends NodeFrame {
  readonly name: string;
}

const data = (name: string): Frame => ({ name, bytes: 100, hasData: true, call: 1, ref: NO_REF });
const empty = (name: string): Frame => ({ name, bytes: 100, hasData: false, call: 1, ref: NO_REF });

function nodeOf(moderation = MODERATION) {
  const sim = new Simulation();
  const recorder = new TraceRecorder("all");
  const log: string[] = [];
  const say = (what: string): void => void log.push(`${sim.now / 1e3} ${what}`);
  const node = new LinuxNode<Frame>(
    sim,
    recorder,
    "node",
    { segment: SEGMENT, moderation },
    {
      transmit: ({ name }) => say(`prepared ${name}`),
      received: ({ name }) => say(`received ${name}`),
    },
  );
  const at = (us: number, then: () => void): void => void sim.at(us * 1e3, sim.register(then), 0);
  const work = (name: string, us: number): Work => ({
    step: recorder.step(step(name)),
    owner: -1,
    call: 1,
    duration: us * 1e3,
    cause: NO_REF,
    then: () => say(`did ${name}`),
  });
  return { sim, recorder, node, log, at, work };
}

const spans = (recorder: TraceRecorder, elapsed: number): readonly string[] =>
  spansOf(recorder.finish(elapsed)).map(({ step: name, from, to }) => `${name} ${from}-${to}`);

describe("the processor of a Linux machine", () => {
  it("takes as long to send a segment with data as to receive one, and no time for one without (rule 2)", () => {
    const { sim, node, log, at } = nodeOf(0);
    node.send(data("a"));
    node.send(empty("b"));
    at(50, () => node.arrive(data("c")));
    at(80, () => node.arrive(empty("d")));
    sim.run();
    expect(log).toEqual(["0 prepared b", "10 prepared a", "60 received c", "80 received d"]);
    expect(node.busyNs()).toEqual([["cpu", 2 * SEGMENT]]);
  });

  it("stops sending to receive, and the procedure to send; what was stopped goes on where it was (rule 1)", () => {
    const { sim, recorder, node, log, at, work } = nodeOf();
    node.runProcedure(work("procedure", 30));
    at(5, () => node.send(data("out")));
    at(8, () => node.arrive(data("in")));
    sim.run();
    expect(log).toEqual(["18 received in", "25 prepared out", "50 did procedure"]);
    expect(spans(recorder, sim.now)).toEqual([
      "procedure 0-5",
      "Send a segment 5-8",
      "Receive a segment 8-18",
      "Send a segment 18-25",
      "procedure 25-50",
    ]);
  });

  it("sends what is left of the time: a third of what comes in, where either takes three quarters of it", () => {
    const { sim, node, log, at } = nodeOf(0);
    const cycle = (SEGMENT / 1e3) * (4 / 3);
    for (let i = 0; i < 300; i++) {
      node.send(data("out"));
      at(Math.round(i * cycle), () => node.arrive(data("in")));
    }
    const until = 300 * cycle * 1e3;
    sim.run(until);
    const sent = log.filter((line) => line.includes("prepared")).length;
    expect(sent).toBeGreaterThanOrEqual(98);
    expect(sent).toBeLessThanOrEqual(101);
  });

  it("runs other steps in turn with sending, those of a task one behind the other", () => {
    const { sim, recorder, node, log, work } = nodeOf();
    const parts = [1, 2].map((us) => ({ step: step(`part ${us}`), duration: us * 1e3 }));
    node.send(data("a"));
    node.run(work("step", 3));
    node.task({
      segment: segment(recorder, parts),
      call: 1,
      cause: NO_REF,
      done: (last) => log.push(`done by ${last}`),
    });
    node.send(data("b"));
    sim.run();
    expect(log).toEqual(["10 prepared a", "13 did step", "24 prepared b", `done by ${spanRef(4)}`]);
    expect(spans(recorder, sim.now).slice(2)).toEqual(["part 1 13-14", "Send a segment 14-24", "part 2 24-26"]);
  });
});

describe("its interface", () => {
  it("interrupts at once after a silence, and then holds interrupts back (rule 3)", () => {
    const { sim, recorder, node, log, at } = nodeOf();
    for (const [us, name] of [
      [0, "a"],
      [13, "b"],
      [26, "c"],
    ] as const)
      at(us, () => node.arrive(data(name)));
    sim.run();
    expect(log).toEqual(["10 received a", "50 received b", "60 received c"]);
    const { marks, labels } = recorder.finish(sim.now);
    expect([...marks.at], "when an interrupt was held back").toEqual([13_000]);
    expect(labels).toEqual(["interrupt held back"]);
  });

  it("hands over in one interrupt what comes while the routine is at work (rule 3)", () => {
    const { sim, node, log, at } = nodeOf();
    for (const [us, name] of [
      [0, "a"],
      [4, "b"],
      [19, "c"],
    ] as const)
      at(us, () => node.arrive(data(name)));
    sim.run();
    expect(log).toEqual(["10 received a", "20 received b", "30 received c"]);
  });

  it("holds no frame back for longer than the moderation, and hands them over in order", () => {
    const arrivals = fc.array(fc.record({ after: fc.nat(60), isData: fc.boolean() }), { maxLength: 100 });
    fc.assert(
      fc.property(arrivals, (frames) => {
        const { sim, recorder, node, log, at } = nodeOf();
        const came: number[] = [];
        let us = 0;
        for (const [i, { after, isData }] of frames.entries()) {
          came.push((us += after));
          at(us, () => node.arrive(isData ? data(String(i)) : empty(String(i))));
        }
        sim.run();
        const handled = log.filter((line) => line.includes("received")).map((line) => line.split(" "));
        expect(handled.map(([, , name]) => Number(name))).toEqual(frames.map((_, i) => i));
        let free = 0; // when the processor has handled what came before
        for (const [i, { isData }] of frames.entries()) {
          const latest = Math.max((came[i] ?? 0) + MODERATION / 1e3, free) + (isData ? SEGMENT / 1e3 : 0);
          expect(Number(handled[i]?.[0])).toBeLessThanOrEqual(latest);
          free = Number(handled[i]?.[0]);
        }
        expect(overlap(recorder.finish(sim.now))).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describe("a machine that changes its pace or stops", () => {
  it("takes twice as long for what is left and for what comes, once it is slowed (rule 4)", () => {
    const { sim, node, log, at, work } = nodeOf();
    node.runProcedure(work("procedure", 30));
    at(10, () => node.slow(2));
    at(20, () => node.send(data("out")));
    sim.run();
    expect(log).toEqual(["40 prepared out", "70 did procedure"]);
  });

  it("has recorded what ran when it stops, and does nothing more", () => {
    const { sim, recorder, node, log, at, work } = nodeOf();
    node.runProcedure(work("procedure", 30));
    at(10, () => node.halt());
    at(20, () => node.arrive(data("late")));
    at(21, () => node.send(data("late")));
    sim.run();
    expect(log).toEqual([]);
    expect(spans(recorder, sim.now)).toEqual(["procedure 0-10"]);
  });
});
