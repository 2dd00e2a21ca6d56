/** The titles of machines and of their lanes above columns, where time runs down. */
import { label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { middleOf, wireOf } from "./frame.ts";
import type { Frame, Row } from "./frame.ts";
import type { Rails } from "./rails.ts";
import { titleOf } from "./row-titles.ts";
import { LOST, TITLE_SIZE } from "./titles.ts";

const SIZE = 12;
const LOST_WIDTH = tableWidth(LOST[0].text, SIZE, false);

/** Above two groups of columns: the machines, the medium between them, and each column upright. */
export function titlesOfTwoDown({ frame, shown }: Rails): readonly Shape[] {
  const wire = wireOf(frame);
  const medium = [{ text: shown.plan.medium, ink: "ink-2" }] as const;
  return [
    ...frame.rows.map(({ name, from, to }, i) =>
      label(i === 0 ? from : to, 14, [{ text: name, bold: true }], {
        size: 13,
        anchor: i === 0 ? "start" : "end",
      }),
    ),
    label((wire.from + wire.to) / 2, 14, medium, { size: SIZE, anchor: "middle" }),
    ...frame.titles.map((title) =>
      label(middleOf(title, frame.lanes) + 4, frame.start - 11, [{ text: title.text, ink: "ink-2" }], {
        ...{ size: SIZE, turned: true },
      }),
    ),
  ];
}

/** Above the columns: as they are read where they have room, else upright. */
export function titlesOfColumns({ losses, start, rows }: Frame): readonly Shape[] {
  const upright = uprightHeight({ rows, losses }) !== null;
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

/** Whether columns are too narrow for names above them as they are read. */
const namesUpright = (rows: readonly Row[]): boolean =>
  rows.some((row) => tableWidth(titleOf(row), TITLE_SIZE, true) > row.pitch - 8);

/** The height of upright names; null where all stand as they are read. */
export function uprightHeight({ rows, losses }: Pick<Frame, "rows" | "losses">): number | null {
  if (losses === null && !namesUpright(rows)) return null;
  const widths = rows.map((row) => (row.named ? tableWidth(titleOf(row), TITLE_SIZE, true) : 0));
  return Math.max(losses === null ? 0 : LOST_WIDTH, ...widths);
}
