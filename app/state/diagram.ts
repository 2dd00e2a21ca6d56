/** The places of a state machine's states and arrows in its diagram. Sizes in px of the drawing. */
import type { DrawnMachine } from "../../engine/protocols/state-machine.ts";

export interface Node {
  readonly tag: string;
  readonly x: number; // middle
  readonly y: number;
  readonly width: number;
}

export interface Arrow {
  readonly key: string;
  readonly path: string;
  readonly head: string; // a triangle
  readonly label: readonly string[]; // what makes it go, in lines
  readonly x: number; // of the label, at its anchor
  readonly y: number; // of its first base line
  readonly anchor: "middle" | "start";
  readonly turned: boolean; // read from below
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly node: { readonly width: number; readonly height: number };
  readonly nodes: readonly Node[];
  readonly arrows: readonly Arrow[];
}

const NODE = { width: 112, height: 40 } as const; // the width is the least
export const LINE = 16; // from one line of a label to the next
const GAP = 72; // between two neighbours, at least
const LETTER = 6.4; // mean width of a letter on an arrow
const TAG_LETTER = 8; // mean width of a letter of a state's name
const TAG_CAPITAL = 10.2;
const TAG_BESIDE = 12;
const BESIDE = 26; // around the words on an arrow: its head, and air
const TOP = 74; // for the loops above
const LOOP = 30;
const DEPTH = 46; // of one lane of arrows back
export const HEAD = 8;
export const LEAVES = 6; // from the middle of a state to where an arrow back leaves it
export const REACHES = 14; // and to where one reaches it
const MARGIN = 8;

/** Inputs as the words on an arrow. */
const words = (inputs: ReadonlySet<string>): readonly string[] =>
  [...inputs].map((input) => (input === "tick" ? "time" : input));

/** The width of a state's box: the longest name of a state fits. @param capital mean width of a capital letter */
export const nodeWidth = ({ states }: DrawnMachine, least: number, capital = TAG_LETTER): number =>
  Math.max(least, ...states.map(({ tag }) => tag.length * (/[A-Z]{3}/.test(tag) ? capital : TAG_LETTER) + TAG_BESIDE));

const IN_A_ROW = { anchor: "middle", turned: false } as const;

export const triangle = (x: number, y: number, dx: number, dy: number): string => {
  const [bx, by] = [x - dx * HEAD, y - dy * HEAD];
  const half = HEAD / 2;
  return `M${x} ${y}L${bx - dy * half} ${by + dx * half}L${bx + dy * half} ${by - dx * half}Z`;
};

/** Between neighbours, to the right: a straight line. */
function onward(key: string, label: readonly string[], from: Node, to: Node): Arrow {
  const [x0, x1] = [from.x + from.width / 2, to.x - to.width / 2];
  return {
    key,
    label,
    ...IN_A_ROW,
    x: (x0 + x1) / 2,
    y: from.y - 8,
    path: `M${x0} ${from.y}H${x1 - HEAD}`,
    head: triangle(x1, from.y, 1, 0),
  };
}

/** To the left, or past a neighbour: down, across, up. Its words stand before the next state on the way. */
function back(key: string, label: readonly string[], from: Node, to: Node, lane: number, apart: number): Arrow {
  const bottom = from.y + NODE.height / 2;
  const depth = bottom + DEPTH * lane;
  const way = Math.sign(to.x - from.x);
  const [x0, x1] = [from.x + way * LEAVES, to.x - way * REACHES];
  const wordsEnd = Math.abs(to.x - from.x) > apart ? from.x + way * apart : x1;
  return {
    key,
    label,
    ...IN_A_ROW,
    x: (x0 + wordsEnd) / 2,
    y: depth - 7,
    path: `M${x0} ${bottom}V${depth}H${x1}V${bottom + HEAD}`,
    head: triangle(x1, bottom, 0, -1),
  };
}

/** A state that stays: a loop above it. */
function loop(key: string, label: readonly string[], at: Node): Arrow {
  const top = at.y - NODE.height / 2;
  const half = at.width / 4;
  return {
    key,
    label,
    ...IN_A_ROW,
    x: at.x,
    y: top - LOOP - 8,
    path: `M${at.x - half} ${top}V${top - LOOP}H${at.x + half}V${top - HEAD}`,
    head: triangle(at.x + half, top, 0, 1),
  };
}

export const wordsWidth = (text: string): number => text.length * LETTER + BESIDE;

interface Link {
  readonly key: string;
  readonly from: number; // place of a state
  readonly to: number;
  readonly words: readonly string[]; // what makes it go
}

/** Whether an arrow runs beside the states, not from one to itself or to the next. */
export const isBack = ({ from, to }: Link): boolean => from !== to && to !== from + 1;

/**
 * The lane of each arrow back, from 1 beside the states. Arrows that come to a state from the same side share a lane:
 * they run together. Of two that would cover one another the shorter one is nearer to the states.
 */
export function lanesOf(links: readonly Link[]): (link: Link) => number {
  const rail = ({ from, to }: Link): string => `${to} ${from < to}`;
  const ends = new Map<string, readonly [number, number]>();
  for (const link of links.filter(isBack)) {
    const [first, last] = ends.get(rail(link)) ?? [link.to, link.to];
    ends.set(rail(link), [Math.min(first, link.from), Math.max(last, link.from)]);
  }
  const lanes = new Map<string, { readonly first: number; readonly last: number; readonly lane: number }>();
  for (const [key, [first, last]] of [...ends].sort(([, a], [, b]) => a[1] - a[0] - (b[1] - b[0]))) {
    const beside = [...lanes.values()].filter((other) => other.first < last && first < other.last);
    lanes.set(key, { first, last, lane: 1 + Math.max(0, ...beside.map(({ lane }) => lane)) });
  }
  return (link) => lanes.get(rail(link))?.lane ?? 0;
}

/** One link for all that leads from one state to another. */
export function linksOf({ states, transitions }: DrawnMachine): readonly Link[] {
  const inputs = new Map<string, Set<string>>();
  for (const { from, to, on } of transitions) {
    for (const tag of from) {
      const key = JSON.stringify([tag, to === "same" ? tag : to]);
      inputs.set(key, new Set([...(inputs.get(key) ?? []), ...on]));
    }
  }
  const place = (tag: string | undefined): number => states.findIndex((state) => state.tag === tag);
  return [...inputs].map(([key, on]) => {
    const [from, to] = JSON.parse(key) as readonly string[];
    return { key, from: place(from), to: place(to), words: words(on) };
  });
}

/** States in a row as they are listed, as far apart as the words between them need. */
export function layOut(machine: DrawnMachine): Diagram {
  const links = linksOf(machine).map((link) => ({ ...link, label: link.words.join(", ") }));
  const width = nodeWidth(machine, NODE.width, TAG_CAPITAL);
  const y = TOP + NODE.height / 2;
  const onwards = links.filter(({ from, to }) => to === from + 1).map(({ label }) => wordsWidth(label));
  const loops = links.filter(({ from, to }) => to === from).map(({ label }) => wordsWidth(label));
  const backs = links.filter(isBack).map(({ label }) => wordsWidth(label));
  const apart = Math.max(width + Math.max(GAP, ...onwards), ...loops, ...backs);
  const side = MARGIN + Math.max(width, ...loops) / 2;
  const nodes = machine.states.map(({ tag }, i) => ({ tag, x: side + i * apart, y, width }));
  const lane = lanesOf(links);
  const deepest = Math.max(0, ...links.filter(isBack).map(lane));
  const arrows = links.flatMap((link): Arrow[] => {
    const { key, from, to, label } = link;
    const [a, b] = [nodes[from], nodes[to]];
    if (a === undefined || b === undefined) return [];
    if (from === to) return [loop(key, [label], a)];
    return [isBack(link) ? back(key, [label], a, b, lane(link), apart) : onward(key, [label], a, b)];
  });
  const height = y + NODE.height / 2 + DEPTH * deepest + MARGIN;
  return { width: side * 2 + (nodes.length - 1) * apart, height, node: { ...NODE, width }, nodes, arrows };
}
