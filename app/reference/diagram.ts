/** Where a state machine's states and arrows stand in its diagram. Sizes in px of the drawing. */
import type { StateMachine } from "../../engine/protocols/firefly/states.ts";

export interface Node {
  readonly tag: string;
  readonly x: number; // middle
  readonly y: number;
}

export interface Arrow {
  readonly key: string;
  readonly path: string;
  readonly head: string; // a triangle
  readonly label: string; // what makes it go
  readonly x: number; // of the label's middle
  readonly y: number; // of its base line
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Node[];
  readonly arrows: readonly Arrow[];
}

export const NODE = { width: 112, height: 40 } as const;
const GAP = 108; // between two neighbours: room for the longest word on the arrow
const TOP = 74; // for the loops above
const LOOP = 30;
const DEPTH = 46; // of an arrow back, and of each state that it passes
const HEAD = 8;
const SPREAD = 22; // between arrows that leave and reach the same side
const MARGIN = 8;

/** Inputs as words on an arrow. */
const inputText = (inputs: ReadonlySet<string>): string =>
  [...inputs].map((input) => (input === "tick" ? "time" : input)).join(", ");

const triangle = (x: number, y: number, dx: number, dy: number): string => {
  const [bx, by] = [x - dx * HEAD, y - dy * HEAD];
  const half = HEAD / 2;
  return `M${x} ${y}L${bx - dy * half} ${by + dx * half}L${bx + dy * half} ${by - dx * half}Z`;
};

/** Between neighbours, to the right: a straight line. */
function onward(key: string, label: string, from: Node, to: Node): Arrow {
  const [x0, x1] = [from.x + NODE.width / 2, to.x - NODE.width / 2];
  return {
    key, label, x: (x0 + x1) / 2, y: from.y - 8,
    path: `M${x0} ${from.y}H${x1 - HEAD}`,
    head: triangle(x1, from.y, 1, 0),
  };
}

/** To the left, or past a neighbour: down, across, up. */
function back(key: string, label: string, from: Node, to: Node, passed: number): Arrow {
  const bottom = from.y + NODE.height / 2;
  const depth = bottom + DEPTH * passed;
  const way = Math.sign(to.x - from.x);
  const [x0, x1] = [from.x + (way * SPREAD) / 2, to.x - (way * SPREAD) / 2];
  return {
    key, label, x: (x0 + x1) / 2, y: depth - 7,
    path: `M${x0} ${bottom}V${depth}H${x1}V${bottom + HEAD}`,
    head: triangle(x1, bottom, 0, -1),
  };
}

/** A state that stays: a loop above it. */
function loop(key: string, label: string, at: Node): Arrow {
  const top = at.y - NODE.height / 2;
  const half = NODE.width / 4;
  return {
    key, label, x: at.x, y: top - LOOP - 8,
    path: `M${at.x - half} ${top}V${top - LOOP}H${at.x + half}V${top - HEAD}`,
    head: triangle(at.x + half, top, 0, 1),
  };
}

/** States in a row as they are listed; one arrow for all that leads from one to another. */
export function layOut(machine: StateMachine<string>): Diagram {
  const y = TOP + NODE.height / 2;
  const nodes = machine.states.map(({ tag }, i) => ({ tag, x: MARGIN + NODE.width / 2 + i * (NODE.width + GAP), y }));
  const inputs = new Map<string, Set<string>>();
  for (const { from, to, on } of machine.transitions) {
    for (const tag of from) {
      const key = `${tag} ${to === "same" ? tag : to}`;
      inputs.set(key, new Set([...(inputs.get(key) ?? []), ...on]));
    }
  }
  let deepest = 0;
  const arrows = [...inputs].flatMap(([key, on]): Arrow[] => {
    const [from, to] = key.split(" ").map((tag) => nodes.findIndex((node) => node.tag === tag));
    const [a, b] = [nodes[from ?? -1], nodes[to ?? -1]];
    if (a === undefined || b === undefined || from === undefined || to === undefined) return [];
    if (from === to) return [loop(key, inputText(on), a)];
    if (to === from + 1) return [onward(key, inputText(on), a, b)];
    const passed = Math.abs(to - from);
    deepest = Math.max(deepest, passed);
    return [back(key, inputText(on), a, b, passed)];
  });
  const last = nodes.at(-1)?.x ?? 0;
  const height = y + NODE.height / 2 + DEPTH * deepest + MARGIN;
  return { width: last + NODE.width / 2 + MARGIN, height, nodes, arrows };
}
