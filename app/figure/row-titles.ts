/** The titles of rows of many machines, where time runs to the right: their names, and what machines have in common. */
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { label } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Frame, Row } from "./frame.ts";
import type { Rails } from "./rails.ts";
import { laneTitles, NAME_COLUMN, SIZE, TITLE_SIZE, titlesAcross } from "./titles.ts";

/** Of lanes that each have a place of their own, the machine and its lanes; else of rows that have room. */
export const titlesOfRows = (rails: Rails): readonly Shape[] =>
  titlesAcross(rails, rails.frame.apart ? laneTitles(rails.frame) : rowTitles(rails.frame));

const rowTitles = (frame: Frame): readonly Shape[] =>
  frame.rows.filter(({ named }) => named).flatMap((row) => titled(row, frame));

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
