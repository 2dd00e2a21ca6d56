import { describe, expect, it } from "vitest";
import type { RunSettings } from "../../engine/experiments/testing.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import { callStretch } from "../trace/folds.ts";
import { planLanes } from "../trace/lanes.ts";
import { lastSound, passed, soundsOf } from "./sounds-of.ts";
import type { Sound } from "./sounds-of.ts";

const MS = 1_000_000;

function heard(id: string, settings: RunSettings, call = 1, end?: number): readonly Sound[] {
  const { trace } = runOf(id, settings);
  const stretch = callStretch(trace, call);
  return soundsOf({ trace, plan: planLanes(trace), story: { call }, call: stretch, end: end ?? stretch.to });
}

const kinds = (sounds: readonly Sound[]): string => sounds.map(({ kind }) => kind).join(" ");
const ONE = { calls: 1, load: 0 };

describe("the sounds of a call", () => {
  it("are a tick for each packet, by its direction, and the end", () => {
    const sounds = heard("cedar/call", { set: ONE });
    expect(kinds(sounds)).toBe("out back end");
    expect(new Set(sounds.map(({ hz }) => hz)).size).toBe(3);
  });

  it("have a low one where a packet is lost, and it is sent again after the silence of its timer", () => {
    const sounds = heard("cedar/call", { set: ONE, faults: ["drop call#1"] });
    expect(kinds(sounds)).toBe("out lost again back end");
    const [sent, lost, again] = sounds;
    expect(lost?.hz).toBeLessThan(sent?.hz ?? 0);
    expect((again?.at ?? 0) - (lost?.at ?? 0)).toBeGreaterThan(15 * MS); // nothing sounds in the gap
  });

  it("tell a loss, a packet sent again and a packet in a queue apart", () => {
    const sounds = heard("multirpc/call", { set: { servers: 30, trials: 1 }, faults: ["lose 5% of packets"] });
    const pitches = new Map(sounds.map(({ kind, hz }) => [kind, hz]));
    const apart = (["out", "again", "queue", "lost"] as const).map((kind) => pitches.get(kind));
    expect(apart).not.toContain(undefined);
    expect(new Set(apart).size).toBe(4);
  });

  it("have no queue where each packet goes before the next comes", () => {
    expect(kinds(heard("cedar/call", { set: ONE }))).not.toContain("queue");
  });

  it("have a caption: the last sound up to a moment, none before the first", () => {
    const sounds = heard("cedar/call", { set: ONE });
    const [first, second] = sounds;
    expect(lastSound(sounds, (first?.at ?? 0) - 1)).toBeUndefined();
    expect(lastSound(sounds, (second?.at ?? 0) - 1)?.kind).toBe("out");
    expect(lastSound(sounds, Infinity)?.kind).toBe("end");
  });

  it("have the lowest where a machine crashes", () => {
    const sounds = heard("cedar/call", { set: ONE, faults: ["crash server at 600us"] });
    const crash = sounds.find(({ kind }) => kind === "crash");
    expect(crash?.at).toBe(600_000);
    expect(crash?.hz).toBe(Math.min(...sounds.map(({ hz }) => hz)));
  });

  it("come in order of time, and lie within what is shown", () => {
    for (const id of ["firefly/null", "multirpc/call", "flexrpc/multicast"]) {
      const sounds = heard(id, { faults: ["lose 20% of packets"] });
      expect(sounds.map(({ at }) => at)).toEqual(sounds.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(sounds.length, id).toBeGreaterThan(2);
    }
    const whole = heard("cedar/call", { set: ONE });
    expect(heard("cedar/call", { set: ONE }, 1, (whole[1]?.at ?? 0) - 1).map(({ kind }) => kind)).toEqual(["out"]);
  });

  it("of a whole run are those of all its calls, without other hosts’ traffic", () => {
    const { trace } = runOf("cedar/call", { set: { calls: 3 } });
    const own = [...trace.packets.call.slice(0, trace.packets.count)].filter((call) => call > 0).length;
    const ticks = heard("cedar/call", { set: { calls: 3 } }, 0).filter(({ kind }) =>
      ["out", "back", "again"].includes(kind),
    );
    expect(ticks.length).toBe(own);
  });
});

describe("what the playhead passes", () => {
  const sounds: readonly Sound[] = [
    { at: 10, kind: "out", hz: 1 },
    { at: 20, kind: "back", hz: 2 },
    { at: 30, kind: "end", hz: 3 },
  ];

  it("is spread over the time that it took, each sound once from step to step", () => {
    expect(passed(sounds, 0, 20, 2).map(({ kind, after }) => [kind, after])).toEqual([
      ["out", 1],
      ["back", 2],
    ]);
    expect(passed(sounds, 20, 30, 1).map(({ kind }) => kind)).toEqual(["end"]);
  });

  it("is heard backwards where it runs back", () => {
    expect(passed(sounds, 30, 10, 2).map(({ kind }) => kind)).toEqual(["back", "out"]);
  });

  it("is one sound where equal ones come too close to be told apart", () => {
    const many = Array.from({ length: 50 }, (_, i): Sound => ({ at: i, kind: "aside", hz: 1 }));
    expect(passed(many, -1, 49, 0.1).length).toBeLessThan(7);
  });
});
