/** The titles of many machines: of those that share a row their story, too. */
import { label } from "../../draw/scene.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import { namesUpright, storyLines, titleOf } from "./frame-many.ts";
import type { Frame } from "./frame.ts";
import type { Rails } from "./rails.ts";
import type { Row } from "./rows.ts";
import { LANE_COLUMN, laneTitles, TITLE_SIZE } from "./titles.ts";

const SIZE = 12;
const STORY_LINE = 13.5;
const NAME_COLUMN = 12;
const LOST = [{ text: "lost on the way", ink: "lost" }] as const;

export const titlesOfMany = (rails: Rails): readonly Shape[] =>
  rails.frame.down ? titlesDown(rails.frame) : titlesAcross(rails);

function titlesAcross(rails: Rails): readonly Shape[] {
  const { losses, apart, rows } = rails.frame;
  const x = apart ? LANE_COLUMN : NAME_COLUMN;
  const lost = losses === null ? [] : [label(x, (losses.from + losses.to) / 2 + 4, LOST, { size: SIZE })];
  if (apart) return [...lost, ...laneTitles(rails)];
  return [...lost, ...rows.filter(({ named }) => named).flatMap((row) => titled(row, rails.frame))];
}

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

/** Above the columns: as they are read where they have room, else upright. */
function titlesDown({ losses, start, rows }: Frame): readonly Shape[] {
  const upright = namesUpright(rows);
  const lost =
    losses === null ? [] : [label((losses.from + losses.to) / 2 + 4, start - 12, LOST, { size: SIZE, turned: true })];
  const names = rows
    .filter(({ named }) => named)
    .map((row): Label => {
      const runs = [{ text: titleOf(row), bold: true }];
      const middle = row.at + row.size / 2;
      return upright
        ? label(middle + 4.5, start - 12, runs, { size: TITLE_SIZE, turned: true })
        : label(middle, start - 16, runs, { size: TITLE_SIZE, anchor: "middle" });
    });
  return [...lost, ...names];
}
