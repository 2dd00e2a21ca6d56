import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFault } from "../../../engine/faults/parse-fault.ts";
import { formatPacket } from "../../../engine/faults/text.ts";
import { IDLE, step } from "../../hand/hand.ts";
import type { Point } from "../../draw/point.ts";
import type { Hand, HandEffect, HandEvent } from "../../hand/hand.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Handle } from "./handle.ts";
import { meaningOf } from "./meaning.ts";
import { stepped } from "./strokes.ts";
import { surfaceOf, targetAt } from "./surface.ts";
import type { Drop, SurfaceTarget } from "./surface.ts";
import { figureFor, handleIn, setupFor } from "./testing.ts";
import type { TestFigure } from "./testing.ts";

type Event = HandEvent<SurfaceTarget>;
type Effect = HandEffect<SurfaceTarget, Drop>;

const ONE = setupFor("cedar/call", { calls: 1, load: 0, oneWayMs: 1 });

/** A figure under a hand, of one setup. */
class Desk {
  readonly setup: Setup;
  readonly of: TestFigure;
  #hand: Hand<SurfaceTarget, Drop> = IDLE;

  constructor(setup: Setup, width = 1000) {
    this.setup = setup;
    this.of = figureFor(setup, width);
  }

  /** The effects of events, one after the other. */
  do(events: readonly Event[], entered: string | null = null): readonly Effect[] {
    const { setup } = this;
    const hands = {
      meaningOf: (handle: Handle, held: Parameters<typeof meaningOf>[1], fine: Parameters<typeof meaningOf>[3]) =>
        meaningOf(handle, held, setup, fine),
      stepped: (handle: Handle, stroke: Parameters<typeof stepped>[2], fine: Parameters<typeof stepped>[3]) =>
        stepped(handle, setup, stroke, fine),
    };
    const surface = surfaceOf({ hands, entered });
    return events.flatMap((event) => {
      const [next, effects] = step(this.#hand, event, surface);
      this.#hand = next;
      return effects;
    });
  }

  at(x: number, y: number, touch: boolean): SurfaceTarget | null {
    const { figure, placed, shown } = this.of;
    return targetAt({ figure, all: placed, shown }, { x, y }, touch);
  }

  target(key: string): SurfaceTarget {
    const { figure, placed, shown } = this.of;
    const handle = handleIn(
      placed.map((one) => one.handle),
      key,
    );
    const own = placed.find((one) => one.handle === handle);
    if (own === undefined) throw new Error(`${key} has no place.`);
    return { figure, all: placed, shown, placed: own };
  }

  /** A drag of a handle by so many pixels along time and across it. */
  drag(key: string, along: number, across: number, touch = false): readonly Effect[] {
    const target = this.target(key);
    const { down } = this.of.figure;
    const at = (a: number, b: number): Point => (down ? { x: b, y: a } : { x: a, y: b });
    const { placed } = target;
    return this.do([
      { tag: "down", press: { target, point: at(placed.along, placed.across), touch }, pointer: 1 },
      { tag: "move", over: null, point: at(placed.along + along, placed.across + across), free: false },
      { tag: "up" },
    ]);
  }

  key(key: string, name: string, shift = false, entered: string | null = null): readonly Effect[] {
    return this.do([{ tag: "key", target: this.target(key), key: { key: name, letter: name, shift } }], entered);
  }
}

/** The line that is written, and the faults that stand then. */
function written(effects: readonly Effect[]): string {
  const change = effects.find(({ tag }) => tag === "change");
  return change?.tag === "change" ? change.meaning.meaning.line : "";
}

const tags = (effects: readonly Effect[]): readonly string[] => effects.map(({ tag }) => tag);

describe.each([
  ["across", 1000],
  ["down", 390],
] as const)("a hand on a call whose time runs %s", (way, width) => {
  const desk = new Desk(ONE, width);
  const crashed = new Desk({ ...ONE, faults: ["crash server at 3ms"] }, width);

  it.each([false, true])(
    "loses a packet on the ground, copies it over the lift line, delays it along; finger: %s",
    (touch) => {
      expect(desk.of.figure.down).toBe(way === "down");
      expect(written(desk.drag("packet call#1", 0, 120, touch))).toBe("drop call#1");
      expect(written(desk.drag("packet call#1", 0, -120, touch))).toMatch(/^duplicate call#1/);
      expect(written(desk.drag("packet call#1", 60, 0, touch))).toMatch(/^delay call#1 by [\d.]+(ms|us)$/);
    },
  );

  it("changes nothing where a packet is brought back", () => {
    expect(tags(desk.drag("packet call#1", 1, 1))).not.toContain("change");
    const target = desk.target("packet call#1");
    const events = (x: number, y: number): Event => ({ tag: "move", over: null, point: { x, y }, free: false });
    const press = { target, point: { x: 300, y: 100 }, touch: false };
    const back = desk.do([{ tag: "down", press, pointer: 1 }, events(360, 230), events(300, 100), { tag: "up" }]);
    expect(tags(back).slice(-2)).toEqual(["end the preview", "let go the axis"]);
  });

  it("crashes a machine whose edge is pulled in, moves the crash, and takes it back outwards", () => {
    const inward = desk.target("edge server").placed.inward;
    expect(written(desk.drag("edge server", 20, 30 * inward))).toMatch(/^crash server at /);
    expect(written(desk.drag("edge server", 20, -30 * inward))).toBe("");
    expect(written(crashed.drag("crash server 0", 30, 0))).toMatch(/^crash server at /);
    expect(written(crashed.drag("crash server 0", 0, -60 * inward))).toBe("no crash of the server");
  });

  it("sets a parameter by the end of a bar, and by the arrival of a packet", () => {
    const slow = new Desk(setupFor("cedar/call", { calls: 1, serverMs: 10 }), width);
    expect(written(slow.drag("bar serverMs 0", 60, 0))).toContain("→");
    const wire = slow.of.placed.find(({ handle }) => handle.kind === "wire")?.handle.key ?? "";
    expect(written(slow.drag(wire, -40, 0))).toContain("→");
  });

  it("keeps the handle under the pointer along, unless a snap has it", () => {
    const { along } = desk.target("packet call#1").placed;
    const held = desk.drag("packet call#1", 41, 0).find(({ tag }) => tag === "preview");
    if (held?.tag !== "preview") throw new Error("nothing is previewed");
    if (held.meaning.meaning.snap === null) expect(held.meaning.along).toBeCloseTo(along + 41);
    else expect(Math.abs(held.meaning.along - along - 41)).toBeLessThan(9);
  });

  it("finds a handle for a finger further away than for a mouse", () => {
    const { along, across } = desk.target("packet call#1").placed;
    const [x, y] = way === "down" ? [across, along] : [along, across];
    expect(desk.at(x, y, false)?.placed.handle.key).toBe("packet call#1");
    expect(desk.at(x, y, true)?.placed.handle.key).toBe("packet call#1");
  });
});

describe("keys on a handle", () => {
  const desk = new Desk(ONE);

  it("mean what a drag to their place means: lost, copied, late, as it was", () => {
    expect(written(desk.key("packet call#1", "ArrowDown"))).toBe(written(desk.drag("packet call#1", 0, 120)));
    expect(written(desk.key("packet call#1", "ArrowUp"))).toMatch(/^duplicate call#1/);
    expect(written(desk.key("packet call#1", "d"))).toMatch(/^duplicate call#1/);
    expect(written(desk.key("packet call#1", "ArrowRight"))).toMatch(/^delay call#1 by /);
    const lost = new Desk({ ...ONE, faults: ["drop call#1"] });
    expect(written(lost.key("packet call#1", "Delete"))).toBe("call#1 as it was sent");
  });

  it("list with Enter; Space is left to the page where a handle has a value", () => {
    expect(tags(desk.key("packet call#1", "Enter"))).toEqual(["consume", "list"]);
    expect(tags(desk.key("bar serverMs 0", " "))).toEqual([]); // Space plays
    expect(tags(desk.key("packet call#1", "q"))).toEqual([]);
  });

  it("move the mark of an edge, and crash the machine there with Enter", () => {
    expect(tags(desk.key("edge server", "ArrowRight"))).toEqual(["consume", "mark", "tell"]);
    expect(tags(desk.key("edge server", "PageDown"))).toEqual(["consume", "mark", "tell"]);
    expect(written(desk.key("edge server", "Enter"))).toMatch(/^crash server at /);
    const crashed = new Desk({ ...ONE, faults: ["crash server at 3ms"] });
    expect(written(crashed.key("crash server 0", "ArrowRight"))).toMatch(/^crash server at /);
    expect(written(crashed.key("crash server 0", "Delete"))).toBe("no crash of the server");
  });

  it("change a value, and Delete sets the default", () => {
    expect(written(desk.key("bar serverMs 0", "ArrowRight"))).toContain("→");
    const slow = new Desk(setupFor("cedar/call", { calls: 1, serverMs: 10 }));
    expect(written(slow.key("bar serverMs 0", "Delete"))).toContain("→");
  });

  it("go from handle to handle where there are many; Enter enters one, and Escape leaves it", () => {
    const many = new Desk(setupFor("multirpc/call", { servers: 14 }));
    const key = many.of.placed.find(({ handle }) => handle.kind === "packet")?.handle.key ?? "";
    expect(many.of.placed.length).toBeGreaterThan(40);
    expect(tags(many.key(key, "ArrowRight"))).toEqual(["consume", "focus"]);
    expect(tags(many.key(key, "Delete"))).toEqual([]);
    expect(tags(many.key(key, "Enter"))).toEqual(["consume", "enter"]);
    expect(written(many.key(key, "ArrowDown", false, key))).toMatch(/^drop /);
    expect(tags(many.key(key, "Escape", false, key))).toEqual(["consume", "exit"]);
  });
});

describe("a hand on a call in any order of events", () => {
  const desk = new Desk(ONE);
  const { figure, placed } = desk.of;
  const points = fc.record({
    x: fc.integer({ min: 0, max: Math.round(figure.width) }),
    y: fc.integer({ min: 0, max: Math.round(figure.height) }),
  });
  const events: fc.Arbitrary<Event> = fc.oneof(
    { weight: 5, arbitrary: points.map((point): Event => ({ tag: "move", over: null, point, free: false })) },
    {
      weight: 3,
      arbitrary: fc
        .record({ i: fc.nat(placed.length - 1), point: points, touch: fc.boolean() })
        .map(({ i, ...press }): Event => ({
          tag: "down",
          press: { ...press, target: desk.target(placed[i]?.handle.key ?? "") },
          pointer: 1,
        })),
    },
    { weight: 2, arbitrary: fc.constant<Event>({ tag: "up" }) },
    { weight: 1, arbitrary: fc.constantFrom<Event>({ tag: "escape" }, { tag: "cancel" }, { tag: "other setup" }) },
  );

  it("writes faults of what was dragged alone", () => {
    const ofTarget = ({ sets }: Handle, line: string): boolean => {
      const fault = parseFault(line);
      if (sets.tag === "packet") return "packet" in fault && formatPacket(fault.packet) === formatPacket(sets.packet);
      return sets.tag === "machine" && "machine" in fault && fault.machine === sets.machine;
    };
    fc.assert(
      fc.property(fc.array(events, { minLength: 50, maxLength: 50, size: "max" }), (all) =>
        desk.do(all).every((effect) => {
          if (effect.tag !== "change" && effect.tag !== "preview") return true;
          const { handle } = effect.target.placed;
          const { setup } = effect.meaning.meaning;
          const moved = Object.keys(ONE.parameters).filter((key) => setup.parameters[key] !== ONE.parameters[key]);
          const isOwn = handle.sets.tag === "parameter" ? handle.sets.parameter : null;
          return setup.faults.every((line) => ofTarget(handle, line)) && moved.every((key) => key === isOwn);
        }),
      ),
      { numRuns: 100 },
    );
  });
});
