/** What the figure shows at a moment: the legend, whose marks are those of the figure. */
import { memo } from "react";
import type { ReactNode } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Nanos } from "../../engine/kernel/time.ts";
import { Shapes } from "../draw/Shapes.tsx";
import { line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { plain } from "../words/numbers.ts";
import { onClock } from "../words/times.ts";
import { pieceAt } from "./facts.ts";
import type { DrawnCrowd } from "./facts.ts";
import { areaStyle, LINE_STYLES, waitingIn } from "./layout.ts";
import { clockOf, msText } from "./words.ts";

const WIDTH = 18;
const across = (style: Parameters<typeof line>[1]): Shape => line([0, 7, WIDTH, 7], style);
const field = (style: Parameters<typeof line>[1]): Shape =>
  line([0.5, 1.5, WIDTH - 0.5, 1.5, WIDTH - 0.5, 12.5, 0.5, 12.5], { closed: true, ...style });

const KEYS = {
  useful: [across({ stroke: "accent", lineWidth: 7 }), across({ stroke: "on-accent", lineWidth: 1.8 })],
  wasted: [across(LINE_STYLES.wasted)],
  first: [field(areaStyle("first"))],
  retried: [field(areaStyle("retried"))],
  hedged: [field(areaStyle("hedged"))],
  refused: [across(LINE_STYLES.refused)],
  waiting: [field({ fill: "sunk" }), line([0, 1.5, WIDTH, 1.5], LINE_STYLES.p50)],
  p50: [across(LINE_STYLES.p50)],
  p99: [across(LINE_STYLES.p99)],
} as const;

export const Key = ({ of }: { readonly of: keyof typeof KEYS }) => (
  <svg width={WIDTH} height={14} aria-hidden="true">
    <Shapes shapes={KEYS[of]} />
  </svg>
);

export const NAMES = {
  useful: "useful",
  wasted: "served for nobody",
  first: "first tries",
  retried: "sent again",
  hedged: "second copies",
  refused: "refused",
} as const;

/** Of the machines that one call goes to. */
const NAMES_OF_MACHINES = { ...NAMES, useful: "answered", first: "asked first" } as const;

/** Of recorded calls: whether a reply was of use to its client nobody saw. */
export const NAMES_OF_RECORDED = { ...NAMES, useful: "answered", first: "sent first" } as const;

interface Props {
  readonly names?: Readonly<Record<keyof typeof NAMES, string>>;
  readonly view: DrawnCrowd;
  readonly time: Nanos;
}

export const Readings = memo(function Readings({ view, time, ...props }: Props) {
  const { crowd, until } = view;
  const names = props.names ?? (crowd.of === "calls" ? NAMES : NAMES_OF_MACHINES);
  const piece = pieceAt(view, time);
  const unit = clockOf(until);
  const row = (of: keyof typeof KEYS, name: string, value: ReactNode): ReactNode => (
    <tr key={of}>
      <th scope="row">
        <Key of={of} /> {name}
      </th>
      <td>{value}</td>
    </tr>
  );
  const rates = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) => {
    const values = crowd.rates[name];
    if (values === undefined || (name === "hedged" && values.every((value) => value === 0))) return [];
    return [row(name, names[name], plain(Math.round(itemAt(values, piece, "piece")), 0))];
  });
  const ms = (value: number | null | undefined): string =>
    value === null || value === undefined ? "none" : msText(value);
  return (
    <table className="crowd-readings">
      <caption>
        <b>
          At {onClock(time, unit)} {unit.name}
        </b>{" "}
        <span>a second</span>
      </caption>
      <tbody>
        {rates}
        {row(
          "waiting",
          crowd.queue === null ? "under way" : "waiting",
          plain(itemAt(waitingIn(view), piece, "piece"), 0),
        )}
        {row("p50", "half within", ms(crowd.p50[piece]))}
        {row("p99", "99 % within", ms(crowd.p99[piece]))}
      </tbody>
    </table>
  );
});
