import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IDLE, isDown, slackOf, step } from "./hand.ts";
import type { Point } from "../draw/point.ts";
import type { Ending, Hand, HandEffect, HandEvent, Press, Surface } from "./hand.ts";

/** A figure with targets 0 to 3; a place means its pixel to the right, and no change where it was pressed. */
interface Pulled {
  readonly target: number;
  readonly to: number;
}
type Event = HandEvent<number>;
type Effect = HandEffect<number, Pulled>;

const figure: Surface<number, Pulled> = {
  slack: slackOf,
  meaningAt: ({ target, point }, { x }) => ({ target, to: Math.round(x - point.x) }),
  isChange: ({ to }) => to !== 0,
  keyed: (target, { key }) =>
    key === "ArrowRight" ? [{ tag: "change", meaning: { target, to: 1 }, target, keys: "right" }] : null,
};

const points = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) });
const targets = fc.nat(3);
const ENDINGS: readonly Ending[] = [
  ...["cancel", "second finger", "escape", "other setup", "other experiment"],
  ...["hidden", "lost worker", "unmount"],
] as Ending[];

const presses = fc.record({ target: targets, point: points, touch: fc.boolean() });
const moves: fc.Arbitrary<Event> = fc.record({
  tag: fc.constant("move" as const),
  over: fc.option(targets, { nil: null }),
  point: points,
  free: fc.boolean(),
});
const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: moves },
  { weight: 3, arbitrary: presses.map((press): Event => ({ tag: "down", press, pointer: 1 })) },
  { weight: 2, arbitrary: fc.constantFrom<Event>({ tag: "up" }, { tag: "leave" }) },
  { weight: 1, arbitrary: fc.constantFrom(...ENDINGS).map((tag): Event => ({ tag })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ target: targets, key: fc.constantFrom("ArrowRight", "x") })
      .map(({ target, key }): Event => ({ tag: "key", target, key: { key, letter: key, shift: false } })),
  },
);

interface Seen {
  readonly before: Hand<number, Pulled>;
  readonly event: Event;
  readonly after: Hand<number, Pulled>;
  readonly effects: readonly Effect[];
}

function runOf(all: readonly Event[]): readonly Seen[] {
  let hand: Hand<number, Pulled> = IDLE;
  return all.map((event) => {
    const before = hand;
    const [after, effects] = step(before, event, figure);
    hand = after;
    return { before, event, after, effects };
  });
}

/** The steps of 500 sequences of 200 events, 100,000 in all, that break a law; the shortest sequence that has one. */
const never = (isBroken: (one: Seen) => boolean): void =>
  fc.assert(
    fc.property(fc.array(events, { minLength: 200, maxLength: 200, size: "max" }), (all) => !runOf(all).some(isBroken)),
    { numRuns: 500 },
  );

const isEnding = ({ tag }: Event): boolean => ENDINGS.some((one) => one === tag);

const down = (press: Press<number>): Event => ({ tag: "down", press, pointer: 7 });
const to = (x: number, y: number): Event => ({ tag: "move", over: null, point: { x, y }, free: false });
const PRESS: Press<number> = { target: 2, point: { x: 10, y: 10 }, touch: false };

describe("a hand in any order of events", () => {
  it("is never stuck: up, cancel and whatever takes back leave nothing pressed or held", () => {
    never(({ event, after }) => isDown(after) && (event.tag === "up" || isEnding(event)));
  });

  it("is idle after Escape once the pointer is up", () => {
    never(({ before }) => {
      const [escaped] = step(before, { tag: "escape" }, figure);
      const [up] = step(escaped, { tag: "up" }, figure);
      return isDown(escaped) || (isDown(before) && up.tag !== "idle");
    });
  });

  it("ends each preview once, by a change or by its end, and holds the axis just as long", () => {
    never(({ before, effects, after }) => {
      const count = (isOne: (effect: Effect) => boolean): number => effects.filter(isOne).length;
      const ends = count(({ tag }) => tag === "end the preview");
      const drops = count((effect) => effect.tag === "change" && effect.keys === null);
      const begins = count(({ tag }) => tag === "hold the axis");
      const [was, is] = [before.tag === "held" ? 1 : 0, after.tag === "held" ? 1 : 0];
      const isStill = was + begins - count(({ tag }) => tag === "let go the axis") === is;
      const hasPreview = count(({ tag }) => tag === "preview") > 0;
      return !isStill || ends + drops !== Math.max(0, was - is) || (hasPreview && is === 0) || begins > 1;
    });
  });

  it("changes nothing that nobody dragged: a drop is the present place of what was pressed", () => {
    never(({ before, event, effects }) =>
      effects.some((effect) => {
        if (effect.tag !== "change") return false;
        if (effect.keys !== null) return event.tag !== "key" || event.target !== effect.target;
        if (event.tag !== "up" || before.tag !== "held" || effect.meaning.to === 0) return true;
        return before.press.target !== effect.target || before.meaning !== effect.meaning;
      }),
    );
  });

  it("forgets what it had when the experiment changes", () => {
    never(({ event, after }) => event.tag === "other experiment" && after.tag !== "idle" && after.tag !== "taken back");
  });

  it("does nothing by a pointer whose drag was taken back until it goes up", () => {
    never(({ before, event, effects, after }) => {
      const isMove = before.tag === "taken back" && event.tag === "move";
      return isMove && (effects.length > 0 || after !== before);
    });
  });

  it("has no keys while a pointer has a target", () => {
    never(({ before, event, effects }) => event.tag === "key" && isDown(before) && effects.length > 0);
  });
});

describe("a drag", () => {
  const ended = (all: readonly Event[]): readonly Effect[] => runOf(all).at(-1)?.effects ?? [];

  it("means its present place, whatever the way there, for mouse and finger alike", () => {
    fc.assert(
      fc.property(fc.array(points, { maxLength: 12 }), points, fc.boolean(), (way, { x, y }, touch) => {
        const far: Point = { x: x + 40, y };
        const straight = ended([down({ ...PRESS, touch: false }), to(far.x, far.y), { tag: "up" }]);
        const there = way.map((one) => to(one.x, one.y));
        const crooked = ended([down({ ...PRESS, touch }), ...there, to(far.x, far.y), { tag: "up" }]);
        expect(crooked).toEqual(straight);
      }),
      { numRuns: 1000 },
    );
  });

  it("back where it was pressed is no change", () => {
    expect(ended([down(PRESS), to(40, 10), to(10, 10), { tag: "up" }]).map(({ tag }) => tag)).toEqual([
      "end the preview",
      "let go the axis",
    ]);
  });

  it("begins beyond the slack: 4 px of a mouse, 8 of a finger; before, a target is pressed and its list opens", () => {
    for (const [touch, slack] of [
      [false, 4],
      [true, 8],
    ] as const) {
      const press = { ...PRESS, touch };
      expect(runOf([down(press), to(10 + slack - 0.1, 10)]).at(-1)?.after.tag).toBe("pressed");
      expect(runOf([down(press), to(10 + slack, 10)]).at(-1)?.after.tag).toBe("held");
      expect(ended([down(press), to(10 + slack - 0.1, 10), { tag: "up" }])).toEqual([
        { tag: "choose", target: 2 },
        { tag: "list", target: 2, focus: false },
      ]);
    }
  });

  it.each(ENDINGS)("is taken back by: %s", (tag) => {
    expect(ended([down(PRESS), to(40, 10), { tag }])).toEqual([
      { tag: "end the preview", target: 2 },
      { tag: "let go the axis" },
      { tag: "say", words: "Taken back." },
    ]);
    expect(ended([down(PRESS), { tag }])).toEqual([]); // nothing was held: nothing is said
  });

  it("captures its pointer, and one that never went up is taken back by the next press", () => {
    expect(ended([down(PRESS)])).toEqual([{ tag: "capture", pointer: 7 }]);
    expect(ended([down(PRESS), to(40, 10), down(PRESS)]).map(({ tag }) => tag)).toEqual([
      ...["end the preview", "let go the axis", "say", "capture"],
    ]);
  });

  it("is over a target before, and over none after the mouse has left", () => {
    const over: Event = { tag: "move", over: 3, point: { x: 1, y: 2 }, free: false };
    expect(runOf([over]).at(-1)?.after).toEqual({ tag: "over", target: 3, point: { x: 1, y: 2 } });
    expect(runOf([over, { tag: "leave" }]).at(-1)?.after).toEqual(IDLE);
    expect(runOf([over, to(9, 9)]).at(-1)?.after).toEqual(IDLE);
  });
});
