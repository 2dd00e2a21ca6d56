/** The titles of machines, of their lanes and of the medium between two; of machines that share a row their story. */
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Stretch } from "../trace/folds.ts";
import { middleOf } from "./frame.ts";
import type { Frame, Row } from "./frame.ts";
import type { Rails } from "./rails.ts";

export const TITLE_SIZE = 12.5;
const SIZE = 12;
const LANE_COLUMN = 30;
const NAME_COLUMN = 12;
export const LOST = [{ text: "lost on the way", ink: "lost" }] as const;

/** Of lanes that each have a place of their own, the machine upright, then the lanes; else of rows that have room. */
export function titlesAcross(rails: Rails): readonly Shape[] {
  const { losses, apart, rows, wire } = rails.frame;
  const x = apart ? LANE_COLUMN : NAME_COLUMN;
  const between = (strip: Stretch | null, text: Label["runs"]): readonly Label[] =>
    strip === null ? [] : [label(x, (strip.from + strip.to) / 2 + 4, text, { size: SIZE })];
  return [
    ...between(losses, LOST),
    ...(apart ? laneTitles(rails.frame) : rows.filter(({ named }) => named).flatMap((row) => titled(row, rails.frame))),
    ...between(wire, [{ text: rails.shown.plan.medium, ink: "ink-2" }]),
  ];
}

const laneTitles = (frame: Frame): readonly Shape[] => [
  ...frame.rows.map(({ name, from, to }) =>
    label(17, (from + to) / 2, [{ text: name, bold: true }], { size: TITLE_SIZE, anchor: "middle", turned: true }),
  ),
  ...frame.titles.map((title) =>
    label(LANE_COLUMN, middleOf(title, frame.lanes) + 4, [{ text: title.text, ink: "ink-2" }], { size: SIZE }),
  ),
];

/** A row's name, and below it what its machines have in common; in a low row beside it. */
function titled(row: Row, { start }: Frame): readonly Shape[] {
  const y = row.at + row.size / 2 + 4.5;
  const lines = storyLines(row, start - 36);
  const beside = row.flat && row.story !== "" ? ([{ text: row.story, ink: "ink-2" }] as const) : [];
  const name = label(NAME_COLUMN, y, [{ text: titleOf(row), bold: true }, ...beside], { size: TITLE_SIZE });
  const x = row.opens === null ? NAME_COLUMN : 2 * NAME_COLUMN;
  const story = lines.map((text, i) => label(x, y + (i + 1) * STORY_LINE, [{ text, ink: "ink-2" }], { size: SIZE }));
  return [name, ...story];
}

/** The name with the sign of what a reader can open or close. */
export const titleOf = ({ name, opens }: Row): string =>
  opens === null ? name : `${opens.isOpen ? "−" : "+"} ${name}`;

/** The lines of a row's story below its name; none where they have no room. */
function storyLines({ story, pitch, to, from, flat }: Row, room: number): readonly string[] {
  if (story === "" || flat) return [];
  const lines = wrapped(wordsOf(story), room, (text) => tableWidth(text, SIZE, false));
  return lines.length * STORY_LINE <= pitch - (to - from) / 2 - 6 ? lines : [];
}

const STORY_LINE = 13.5;
