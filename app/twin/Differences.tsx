/** The difference of two calls as a table: a row for each step of the critical path, which sum to it exactly. */
import { Fragment, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { BarsHead, barOf } from "./BarsHead.tsx";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { exactDigits, inMicros, listed, signed, timeOf, totalOf } from "./differences.ts";
import type { Difference, Labels, Order, Total } from "./differences.ts";

interface Props {
  readonly rows: readonly Difference[];
  readonly labels: Labels;
  readonly chosen: Difference | null;
  readonly onChoose: (row: Difference | null) => void;
}

/** Decimals of the columns: every number is written exactly, so that the columns add up on the page as well. */
interface Digits {
  readonly times: number;
  readonly delta: number;
}

export function Differences({ rows, labels, chosen, onChoose }: Props) {
  const [order, setOrder] = useState<Order>("time");
  const [only, setOnly] = useState(true);
  const titleId = useId();
  const shown = listed(rows, order, only);
  const total = totalOf(rows);
  const rest = totalOf(rows.filter((row) => !shown.includes(row)));
  const digits: Digits = {
    times: exactDigits(rows.flatMap(({ a, b }) => [timeOf(a), timeOf(b)])),
    delta: exactDigits(rows.map(({ delta }) => delta)),
  };
  const most = Math.max(1, ...rows.map(({ delta }) => Math.abs(delta)));
  const home = Math.max(
    0,
    shown.findIndex((row) => row === chosen),
  );
  return (
    <section className="twin-differences" aria-labelledby={titleId}>
      <div className="row tl-title">
        <h2 id={titleId}>
          Differences by segment <span>µs on the critical path; the rows sum to the difference</span>
        </h2>
        <label className="check twin-only">
          <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
          Only differences
        </label>
      </div>
      <ScrollBox label="Table of differences">
        <table>
          <thead>
            <tr>
              <Header name="Step" own="time" order={order} onOrder={setOrder} />
              <th scope="col">{breakable(labels.a)}</th>
              <th scope="col">{breakable(labels.b)}</th>
              <Header name="Difference" own="size" order={order} onOrder={setOrder} />
              <BarsHead />
            </tr>
          </thead>
          <tbody onKeyDown={(event) => walk(event, () => onChoose(null))}>
            {shown.map((row, i) => (
              <Row
                key={row.index}
                row={row}
                labels={labels}
                digits={digits}
                share={row.delta / most}
                chosen={row === chosen}
                isHome={i === home}
                onChoose={() => onChoose(row === chosen ? null : row)}
              />
            ))}
          </tbody>
          <tfoot>
            {shown.length < rows.length && (
              <Sum name={alikeText(rows.length - shown.length)} total={rest} digits={digits} className="twin-rest" />
            )}
            <Sum name="Sum" total={total} digits={digits} className="twin-sum" />
          </tfoot>
        </table>
      </ScrollBox>
    </section>
  );
}

/** Arrow keys go from row to row, Escape chooses nothing. */
function walk(event: KeyboardEvent<HTMLTableSectionElement>, onEscape: () => void): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (event.key === "Escape") onEscape();
  else if (next === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  else buttons[Math.min(buttons.length - 1, Math.max(0, next))]?.focus();
  event.preventDefault();
}

interface HeaderProps {
  readonly name: string;
  /** The order that it asks for, and the one that stands. */
  readonly own: Order;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function Header({ name, own, order, onOrder }: HeaderProps) {
  const stands = order === own;
  const direction = own === "time" ? "ascending" : "descending";
  return (
    <th scope="col" className={own === "time" ? "twin-step" : undefined} aria-sort={stands ? direction : "none"}>
      <button type="button" className="link twin-sort" onClick={() => onOrder(own)} title={SORTS[own]}>
        {name}
        <span aria-hidden="true">{stands ? " ↓" : ""}</span>
      </button>
    </th>
  );
}

const SORTS: Readonly<Record<Order, string>> = { time: "In order of time", size: "The largest difference first" };

const alikeText = (count: number): string => (count === 1 ? "1 step alike" : `${count} steps alike`);

interface RowProps {
  readonly row: Difference;
  readonly labels: Labels;
  readonly digits: Digits;
  /** Of the largest difference, with its sign. */
  readonly share: number;
  readonly chosen: boolean;
  readonly isHome: boolean;
  readonly onChoose: () => void;
}

function Row({ row, labels, digits, share, chosen, isHome, onChoose }: RowProps) {
  const { name, machine, a, b, delta, only } = row;
  const bar = barOf(share);
  const kind = [only === null ? "" : "alone", share < 0 ? "shorter" : "longer"].join(" ").trim();
  return (
    <tr className={chosen ? "chosen" : undefined}>
      <th scope="row" className="twin-step">
        <button type="button" aria-pressed={chosen} tabIndex={isHome ? 0 : -1} onClick={onChoose}>
          <span>{breakable(name)}</span>
          {machine !== "" && <i> {machine}</i>}
          {only !== null && (
            <>
              {" "}
              <em>only in {labels[only]}</em>
            </>
          )}
        </button>
      </th>
      <td>{a === null ? <None /> : inMicros(a, digits.times)}</td>
      <td>{b === null ? <None /> : inMicros(b, digits.times)}</td>
      <td className="twin-delta">{signed(delta, digits.delta)}</td>
      <td className="twin-bars" aria-hidden="true">
        {delta !== 0 && <i className={kind} style={bar} />}
      </td>
    </tr>
  );
}

/** A narrow column may part a name after its stroke and before its parenthesis. */
const breakable = (name: string) =>
  name.split(/(?<=\/)|(?=\()/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const None = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">not there</span>
  </>
);

interface SumProps {
  readonly name: string;
  readonly total: Total;
  readonly digits: Digits;
  readonly className: string;
}

function Sum({ name, total, digits, className }: SumProps) {
  return (
    <tr className={className}>
      <th scope="row" className="twin-step">
        {name}
      </th>
      <td>{inMicros(total.a, digits.times)}</td>
      <td>{inMicros(total.b, digits.times)}</td>
      <td className="twin-delta">{signed(total.delta, digits.delta)}</td>
      <td className="twin-bars" />
    </tr>
  );
}
