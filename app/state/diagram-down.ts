/**
 * A state machine's diagram for a narrow page: states below one another as they are listed, arrows back at their left
 * with words read from below, a state that stays with a loop at its right. Sizes in px.
 */
import type { DrawnMachine } from "../../engine/protocols/state-machine.ts";
import { HEAD, isBack, lanesOf, LEAVES, LINE, linksOf, nodeWidth, REACHES, triangle, wordsWidth } from "./diagram.ts";
import type { Arrow, Diagram, Node } from "./diagram.ts";

const NODE = { width: 84, height: 40 } as const; // the width is the least
const DEPTH = 20; // of one lane of arrows back: a line and its words
const LETTER = 6.7; // mean width of a letter, at most
const LOOP = 13;
const BESIDE = 4; // between a line and its words
const WORDS = 16; // thickness of words at the left
const MARGIN = 8;
const GAP = 56; // between two neighbours, at least
const LONG = 12; // letters of an input that has two lines, if it has two words

/** Each input on a line of its own, with a comma but for the last; a long one on two. */
const inLines = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, i) => {
    const text = i < words.length - 1 ? `${word},` : word;
    const end = text.lastIndexOf(" ");
    return text.length > LONG && end > 0 ? [text.slice(0, end), text.slice(end + 1)] : [text];
  });

const widest = (lines: readonly string[]): number => LETTER * Math.max(0, ...lines.map(({ length }) => length));

const tallest = (labels: readonly (readonly string[])[]): number => Math.max(0, ...labels.map(({ length }) => length));

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

/** Up, or past a neighbour: out at the left, along, and in again. Its words stand before the next state on the way. */
function back(key: string, words: readonly string[], from: Node, to: Node, lane: number, apart: number): Arrow {
  const left = from.x - from.width / 2;
  const at = left - DEPTH * lane;
  const way = Math.sign(to.y - from.y);
  const [y0, y1] = [from.y + way * LEAVES, to.y - way * REACHES];
  const wordsEnd = Math.abs(to.y - from.y) > apart ? from.y + way * apart : y1;
  return {
    key,
    label: [words.join(", ")],
    anchor: "middle",
    turned: true,
    x: at - BESIDE,
    y: (y0 + wordsEnd) / 2,
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
export function layDown(machine: DrawnMachine): Diagram {
  const node = { ...NODE, width: nodeWidth(machine, NODE.width) };
  const links = linksOf(machine);
  const lane = lanesOf(links);
  const backs = links.filter(isBack);
  const x = WORDS + DEPTH * Math.max(0, ...backs.map(lane)) + node.width / 2;
  const loops = links.filter(({ from, to }) => from === to).map(({ words }) => inLines(words));
  const onwards = links.filter(({ from, to }) => to === from + 1).map(({ words }) => inLines(words));
  // The words of a loop stand around its state, those of the way onward between two states.
  const high = LINE * (1 + tallest(loops) + tallest(onwards));
  const apart = Math.max(NODE.height + GAP, high, ...backs.map(({ words }) => wordsWidth(words.join(", "))));
  const top = Math.max(NODE.height, ...loops.map((lines) => lines.length * LINE)) / 2 + MARGIN;
  const nodes = machine.states.map(({ tag }, i) => ({ tag, x, y: top + i * apart, width: node.width }));
  const arrows = links.flatMap((link): Arrow[] => {
    const { key, from, to, words } = link;
    const [a, b] = [nodes[from], nodes[to]];
    if (a === undefined || b === undefined) return [];
    if (from === to) return [loop(key, words, a)];
    return [isBack(link) ? back(key, words, a, b, lane(link), apart) : onward(key, words, a, b)];
  });
  const width =
    BESIDE +
    Math.max(x + Math.max(0, ...onwards.map(widest)), x + node.width / 2 + LOOP + Math.max(0, ...loops.map(widest)));
  return { width, height: 2 * top + (nodes.length - 1) * apart, node, nodes, arrows };
}
