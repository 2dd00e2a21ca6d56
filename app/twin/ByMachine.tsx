/** The difference of two calls between many machines as a table, machine by machine. */
import { useId } from "react";
import { BarsHead, barOf } from "./BarsHead.tsx";
import { largest } from "./by-machine.ts";
import type { MachinePart } from "./by-machine.ts";
import { exactDigits, inMicros, signed, timeOf, totalOf } from "./differences.ts";
import type { Labels } from "./differences.ts";
import { capital } from "../words/sentences.ts";

interface Props {
  readonly parts: readonly MachinePart[];
  readonly labels: Labels;
  /** Whether it opens on demand, where it stands among other figures. */
  readonly folded: boolean;
}

const TITLE = "Differences by machine";
const UNITS = "µs on the critical path; the rows sum to the difference";

export function ByMachine({ parts, labels, folded }: Props) {
  const titleId = useId();
  if (parts.length === 0) return null;
  if (folded) {
    return (
      <details className="twin-differences">
        <summary>
          {TITLE} <span>{UNITS}</span>
        </summary>
        <Table parts={parts} labels={labels} />
      </details>
    );
  }
  return (
    <section className="twin-differences" aria-labelledby={titleId}>
      <div className="row tl-title">
        <h2 id={titleId}>
          {TITLE} <span>{UNITS}</span>
        </h2>
      </div>
      <Table parts={parts} labels={labels} />
    </section>
  );
}

function Table({ parts, labels }: Omit<Props, "folded">) {
  const shown = largest(parts);
  const rest = parts.filter((part) => !shown.includes(part));
  const sum = totalOf(parts);
  const times = exactDigits(parts.flatMap((part) => [timeOf(part.a), timeOf(part.b)]));
  const most = Math.max(1, ...shown.map(({ delta }) => Math.abs(delta)));
  const row = (part: Omit<MachinePart, "name">, name: string, className?: string) => (
    <tr key={name} className={className}>
      <th scope="row" className="twin-step twin-machine">
        {name}
      </th>
      <td>{part.a === null ? "not there" : inMicros(part.a, times)}</td>
      <td>{part.b === null ? "not there" : inMicros(part.b, times)}</td>
      <td className="twin-delta">{signed(part.delta, times)}</td>
      <td className="twin-bars" aria-hidden="true">
        {className === undefined && part.delta !== 0 && (
          <i className={part.delta < 0 ? "shorter" : "longer"} style={barOf(part.delta / most)} />
        )}
      </td>
    </tr>
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" className="twin-step twin-machine">
            Machine
          </th>
          <th scope="col">{labels.a}</th>
          <th scope="col">{labels.b}</th>
          <th scope="col">Difference</th>
          <BarsHead />
        </tr>
      </thead>
      <tbody>{shown.map((part) => row(part, capital(part.name)))}</tbody>
      <tfoot>
        {rest.length > 0 && row(totalOf(rest), `${rest.length} others`, "twin-rest")}
        {row(sum, "Sum", "twin-sum")}
      </tfoot>
    </table>
  );
}
