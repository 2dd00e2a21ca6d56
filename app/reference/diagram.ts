/** Where a state machine's states and arrows stand in its diagram. Sizes in px of the drawing. */
import type { StateMachine } from "../../engine/protocols/state-machine.ts";

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
const TAG_BESIDE = 12;
const BESIDE = 26; // around the words on an arrow: its head, and air
const TOP = 74; // for the loops above
const LOOP = 30;
const DEPTH = 46; // of an arrow back, and of each state that it passes
export const HEAD = 8;
export const SPREAD = 22; // between arrows that leave and reach the same side
const MARGIN = 8;

/** Inputs as the words on an arrow. */
const words = (inputs: ReadonlySet<string>): readonly string[] =>
  [...inputs].map((input) => (input === "tick" ? "time" : input));

/** As wide as the longest name of a state needs. */
export const nodeWidth = ({ states }: StateMachine, least: number): number =>
  Math.max(least, ...states.map(({ tag }) => tag.length * TAG_LETTER + TAG_BESIDE));

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

/** To the left, or past a neighbour: down, across, up. */
function back(key: string, label: readonly string[], from: Node, to: Node, passed: number): Arrow {
  const bottom = from.y + NODE.height / 2;
  const depth = bottom + DEPTH * passed;
  const way = Math.sign(to.x - from.x);
  const [x0, x1] = [from.x + (way * SPREAD) / 2, to.x - (way * SPREAD) / 2];
  return {
    key,
    label,
    ...IN_A_ROW,
    x: (x0 + x1) / 2,
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

/** One link for all that leads from one state to another. */
export function linksOf({ states, transitions }: StateMachine<string>): readonly Link[] {
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
export function layOut(machine: StateMachine<string>): Diagram {
  const links = linksOf(machine).map((link) => ({ ...link, label: link.words.join(", ") }));
  const width = nodeWidth(machine, NODE.width);
  const y = TOP + NODE.height / 2;
  const onwards = links.filter(({ from, to }) => to === from + 1).map(({ label }) => wordsWidth(label));
  const loops = links.filter(({ from, to }) => to === from).map(({ label }) => wordsWidth(label));
  const apart = Math.max(width + Math.max(GAP, ...onwards), ...loops);
  const side = MARGIN + Math.max(width, ...loops) / 2;
  const nodes = machine.states.map(({ tag }, i) => ({ tag, x: side + i * apart, y, width }));
  const deepest = Math.max(0, ...links.map(({ from, to }) => (to === from + 1 ? 0 : Math.abs(to - from))));
  const arrows = links.flatMap(({ key, from, to, label }): Arrow[] => {
    const [a, b] = [nodes[from], nodes[to]];
    if (a === undefined || b === undefined) return [];
    if (from === to) return [loop(key, [label], a)];
    return [to === from + 1 ? onward(key, [label], a, b) : back(key, [label], a, b, Math.abs(to - from))];
  });
  const height = y + NODE.height / 2 + DEPTH * deepest + MARGIN;
  return { width: side * 2 + (nodes.length - 1) * apart, height, node: { ...NODE, width }, nodes, arrows };
}
