import { describe, expect, it } from "vitest";
import { withDefaults } from "../../../engine/experiments/settings.ts";
import { experiments } from "../../../engine/experiments/index.ts";
import { familyOf } from "../../../engine/experiments/family.ts";
import type { ParamValues } from "../../../engine/experiments/types.ts";
import { FAMILY_SENTENCES } from "../../../engine/systems/all-sentences.ts";
import { sentenceFrom } from "../../../engine/systems/world/narration.ts";
import { MARK_SENTENCES, NETWORK_SENTENCES } from "../../../engine/systems/world/sentences.ts";
import { spanRef } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { lintProse } from "../../../lessons/lint-prose.ts";
import { eventsOfCall } from "../../trace/events.ts";
import { narration, sentenceOf } from "./Story.tsx";
import { shownCall } from "../../figure/shown-call.ts";

/** Families whose steps all have sentences. Steps of a family that is not named here may do with their names. */
const SPOKEN = [
  ...["amoeba", "cedar", "firefly", "flexrpc", "machine", "many"],
  ...["multirpc", "sprite", "sun-rpc", "sweepstakes", "today", "written"],
];
const spoken = experiments.filter(({ id }) => SPOKEN.includes(familyOf(id)));
const sentencesOf = (family: string) => [NETWORK_SENTENCES, ...(FAMILY_SENTENCES[family] ?? [])];

/** Settings that bring in the steps that a run with defaults does not take. */
const SETTINGS: Readonly<Record<string, readonly ParamValues[]>> = {
  "firefly/null": [{}, { threads: 8, segment: "shared", calls: 20 }],
  "cedar/call": [{ calls: 4 }, { exception: "resume", argumentPackets: 3 }, { serverMs: 100, arguments: 2 }],
  "flexrpc/multicast": [{}, { mode: "parallel" }],
  "multirpc/call": [{}, { security: "secure", servers: 3, trials: 1, handlerMs: 2 }, { servers: 30, trials: 1 }],
  "multirpc/callback-break": [{ workstations: 10, deadFraction: 0.3 }],
};

const tracesOf = (id: string, faults: readonly string[] = []): readonly TraceData[] =>
  experiments
    .filter((one) => one.id === id)
    .flatMap((one) =>
      (SETTINGS[id] ?? [{}]).map((set) => one.run(withDefaults(one, set), 1, faults, { keep: { calls: 2 } }).trace),
    );

const firefly = (faults: readonly string[] = []): TraceData => {
  const [trace] = tracesOf("firefly/null", faults);
  if (trace === undefined) throw new Error("firefly/null has no run.");
  return trace;
};

describe("the sentence of a step", () => {
  it.each(spoken.map(({ id }) => id))("is there for every step that a run of %s takes", (id) => {
    const known = new Set(sentencesOf(familyOf(id)).flatMap((sentences) => Object.keys(sentences)));
    const steps = new Set(tracesOf(id).flatMap((trace) => trace.steps.map(({ name }) => name)));
    const unknown = [...steps].filter((name) => !known.has(name));
    expect(unknown, `${id}: write a sentence for each of these in the system’s sentences.ts`).toEqual([]);
  });

  it.each(SPOKEN)("of a run of %s means one step, whichever of its systems has it", (family) => {
    const names = sentencesOf(family).flatMap((sentences) => Object.keys(sentences));
    expect(names).toEqual([...new Set(names)]);
  });

  it("is that of the trace’s own family, and else says the step and its machine", () => {
    const [own] = tracesOf("written/call");
    if (own === undefined) throw new Error("written/call has no run.");
    const first = (trace: TraceData): string => sentenceOf(trace, spanRef(0));
    expect(first(own)).toBe("The client sends a packet to the server.");
    expect(first({ ...own, family: "vmtp" })).toBe("The client: Hand a packet to the network.");
  });

  it("is plain, with what the trace tells filled in and without it", () => {
    const lists = new Set([...SPOKEN.flatMap(sentencesOf), MARK_SENTENCES]);
    const said = [...lists].flatMap((sentences) => Object.values(sentences));
    for (const template of said) {
      const full = sentenceFrom(template, {
        machine: "the caller",
        cpu: "CPU 4",
        from: "the server",
        to: "the server",
      });
      const bare = sentenceFrom(template, { machine: "callee3", cpu: "CPU", from: null, to: null });
      for (const text of [full, bare]) expect(lintProse(text), text).toEqual([]);
      expect(full).toMatch(/^[A-Z].*[A-Za-z0-9]\.$/);
    }
  });

  it("names who acts, and the machine that a packet goes to", () => {
    const trace = firefly();
    const said = eventsOfCall(trace, 1).map(({ ref }) => sentenceOf(trace, ref));
    expect(said).toContain("CPU 4 of the caller interrupts CPU 0, because only CPU 0 reaches the network controller.");
    expect(said).toContain("The call packet goes from the caller to the server.");
    const [many] = tracesOf("multirpc/call");
    if (many === undefined) throw new Error("multirpc/call has no run.");
    const steps = Array.from({ length: many.spans.count }, (_, row) => sentenceOf(many, spanRef(row)));
    expect(steps.some((text) => /^The client prepares a request for server \d+\.$/.test(text))).toBe(true);
    const taken = /^The process on the client takes in a reply from server \d+\.$/;
    expect(steps.some((text) => taken.test(text))).toBe(true);
  });
});

describe("the story of a call", () => {
  it("tells a whole sentence at every event", () => {
    for (const id of ["firefly/null", "flexrpc/multicast", "multirpc/call"]) {
      const [trace] = tracesOf(id);
      if (trace === undefined) throw new Error(`${id} has no run.`);
      const shown = shownCall(trace, 1, "folded");
      for (const { at } of eventsOfCall(trace, 1).filter(({ at }) => at >= shown.call.from && at <= shown.call.to)) {
        expect(narration(shown, at)).toMatch(/^[A-Zcs].*\.$/);
      }
      expect(narration(shown, shown.call.to)).toBe("The call has returned.");
    }
  });

  it("says what is lost, whose timer runs out, and what is sent again", () => {
    const trace = firefly(["drop result#1"]);
    const said = eventsOfCall(trace, 1).map(({ ref }) => sentenceOf(trace, ref));
    expect(said).toContain("The result packet goes from the server to the caller. It is lost on the way.");
    expect(said).toContain("A timer of the caller runs out: no answer came in time.");
    expect(said).toContain("The server sends the result packet to the caller again.");
  });
});
