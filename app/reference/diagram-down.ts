/**
 * A state machine's diagram for a narrow page: states below one another as they are listed, arrows back at their left
 * with words read from below, a state that stays with a loop at its right. Sizes in px.
 */
import type { StateMachine } from "../../engine/protocols/state-machine.ts";
import { HEAD, LINE, linksOf, nodeWidth, SPREAD, triangle, wordsWidth } from "./diagram.ts";
import type { Arrow, Diagram, Node } from "./diagram.ts";

const NODE = { width: 84, height: 40 } as const; // the width is the least
const DEPTH = 26; // of an arrow back, and of each state that it passes: a line and its words
const LETTER = 6.7; // mean width of a letter, at most
const LOOP = 18;
const BESIDE = 7; // between a line and its words
const WORDS = 18; // thickness of words at the left
const MARGIN = 8;

/** Each word but the last with its comma. */
const inLines = (words: readonly string[]): readonly string[] =>
  words.map((word, i) => (i < words.length - 1 ? `${word},` : word));

const widest = (lines: readonly string[]): number => LETTER * Math.max(0, ...lines.map(({ length }) => length));

/** Words at the right of a line, around a height. */
function beside(words: readonly string[], x: number, middle: number) {
  const label = inLines(words);
  const y = middle + 4 - ((label.length - 1) * LINE) / 2;
  return { label, anchor: "start", turned: false, x: x + BESIDE, y } as const;
}

/** Between neighbours: a straight line down. */
function onward(key: string, words: readonly string[], from: Node, to: Node): Arrow {
  const [y0, y1] = [from.y + NODE.height / 2, to.y - NODE.height / 2];
  return {
    key,
    ...beside(words, from.x, (y0 + y1 - HEAD) / 2),
    path: `M${from.x} ${y0}V${y1 - HEAD}`,
    head: triangle(from.x, y1, 0, 1),
  };
}

/** Up, or past a neighbour: out at the left, along, and in again. */
function back(key: string, words: readonly string[], from: Node, to: Node, passed: number): Arrow {
  const left = from.x - from.width / 2;
  const at = left - DEPTH * passed;
  const way = Math.sign(to.y - from.y);
  const [y0, y1] = [from.y + (way * SPREAD) / 2, to.y - (way * SPREAD) / 2];
  return {
    key,
    label: [words.join(", ")],
    anchor: "middle",
    turned: true,
    x: at - BESIDE,
    y: (y0 + y1) / 2,
    path: `M${left} ${y0}H${at}V${y1}H${left - HEAD}`,
    head: triangle(left, y1, 1, 0),
  };
}

function loop(key: string, words: readonly string[], at: Node): Arrow {
  const right = at.x + at.width / 2;
  const half = NODE.height / 4;
  return {
    key,
    ...beside(words, right + LOOP, at.y),
    path: `M${right} ${at.y - half}H${right + LOOP}V${at.y + half}H${right + HEAD}`,
    head: triangle(right, at.y + half, -1, 0),
  };
}

/** States below one another, as far apart as the words at their left need. */
export function layDown(machine: StateMachine<string>): Diagram {
  const node = { ...NODE, width: nodeWidth(machine, NODE.width) };
  const links = linksOf(machine);
  const passed = ({ from, to }: (typeof links)[number]): number => Math.abs(to - from);
  const isBack = ({ from, to }: (typeof links)[number]): boolean => from !== to && to !== from + 1;
  const backs = links.filter(isBack);
  const between = backs.filter((link) => passed(link) === 1).map(({ words }) => wordsWidth(words.join(", ")));
  const apart = Math.max(NODE.height + 56, ...between);
  const x = WORDS + DEPTH * Math.max(0, ...backs.map(passed)) + node.width / 2;
  const loops = links.filter(({ from, to }) => from === to).map(({ words }) => inLines(words));
  const onwards = links.filter(({ from, to }) => to === from + 1).map(({ words }) => inLines(words));
  const top = Math.max(NODE.height, ...loops.map((lines) => lines.length * LINE)) / 2 + MARGIN;
  const nodes = machine.states.map(({ tag }, i) => ({ tag, x, y: top + i * apart, width: node.width }));
  const arrows = links.flatMap((link): Arrow[] => {
    const { key, from, to, words } = link;
    const [a, b] = [nodes[from], nodes[to]];
    if (a === undefined || b === undefined) return [];
    if (from === to) return [loop(key, words, a)];
    return [isBack(link) ? back(key, words, a, b, passed(link)) : onward(key, words, a, b)];
  });
  const width =
    BESIDE +
    Math.max(x + Math.max(0, ...onwards.map(widest)), x + node.width / 2 + LOOP + Math.max(0, ...loops.map(widest)));
  return { width, height: 2 * top + (nodes.length - 1) * apart, node, nodes, arrows };
}
