/**
 * The senders and receivers in a call to many, and the load of their links. Each link is a button to its first packet.
 */
import { useMemo } from "react";
import type { CSSProperties } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { PHONE, useMedia } from "../controls/media.ts";
import { machineName } from "../trace/machine-names.ts";
import { grouped } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";
import { linksOf, shapeOf } from "./links.ts";
import type { LinkUse, MachineLinks } from "./links.ts";
import "../styles/links-figure.css";

const ROW = 28; // px
const TOUCHED = 44; // px, a row that a finger can hit
const STEP = 9; // px from one depth to the next, where they fit
const RAIL = 80; // px at most

const percentText = (share: number): string => `${grouped(100 * share, share > 0 && share < 0.095 ? 1 : 0)}\u2009%`;

interface LinkProps {
  readonly machine: string;
  readonly way: "out" | "in";
  readonly use: LinkUse;
  readonly onSelect: (ref: Ref) => void;
}

/** A link with its bytes, and how much of the time it is busy as a bar. */
function Link({ machine, way, use, onSelect }: LinkProps) {
  const { bytes, share, first } = use;
  const link = way === "out" ? "link out" : "link in";
  return (
    <button
      type="button"
      className="link-use"
      disabled={first === NO_REF}
      aria-label={`${machine}, ${link}: ${grouped(bytes, 0)} bytes, busy ${percentText(share)}. First packet`}
      onClick={() => onSelect(first)}
    >
      <span className="figure">{grouped(bytes, 0)}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, 100 * share)}%` }} />
      </span>
      <span className="share" aria-hidden="true">
        {percentText(share)}
      </span>
    </button>
  );
}

interface RailProps {
  readonly links: readonly MachineLinks[];
  readonly row: number; // px
  readonly step: number; // px from one depth to the next
  readonly width: number; // px
}

/** A line from each sender down to those that it sends to, drawn in the room left of the names. */
function Rail({ links, row: pitch, step, width }: RailProps) {
  const x = (depth: number): number => 6 + depth * step;
  const y = (row: number): number => row * pitch + pitch / 2;
  const rows = new Map(links.map(({ machine }, row) => [machine, row]));
  return (
    <svg className="rail" width={width} height={links.length * pitch} aria-hidden="true">
      {links.map(({ machine, from, depth }, row) => {
        const sender = from === null ? undefined : rows.get(from);
        return (
          <g key={machine}>
            {sender !== undefined && (
              <path d={`M${x(depth - 1)} ${y(sender) + 4}V${y(row)}H${x(depth) - 4}`} className="way" />
            )}
            {depth === 0 ? (
              <rect x={x(0) - 4} y={y(row) - 4} width={8} height={8} className="caller" />
            ) : (
              <path d={`M${x(depth) - 5} ${y(row) - 4}l7 4l-7 4z`} className="callee" />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface Props {
  readonly run: Run;
  readonly onSelect: (ref: Ref) => void;
}

/** Nothing where the run does not count the links of its machines apart. */
export function LinksFigure({ run, onSelect }: Props) {
  const links = useMemo(() => linksOf(run), [run]);
  const name = (machine: string): string => machineName(run.trace, machine);
  const row = useMedia(PHONE) ? TOUCHED : ROW;
  if (links.length === 0) return null;
  const deepest = Math.max(1, ...links.map(({ depth }) => depth));
  const step = deepest === 1 ? 2 * STEP : Math.min(STEP, (RAIL - 18) / deepest);
  const rail = Math.ceil(6 + deepest * step + 12);
  const style = { "--rail": `${rail}px`, "--row": `${row}px` } as CSSProperties;
  return (
    <section className="links-figure" aria-label="Who sends to whom" style={style}>
      <div className="row tl-title">
        <h2>
          Who sends to whom <span>bytes, and how busy each link is over the run</span>
        </h2>
      </div>
      <p className="note">{shapeOf(links)}</p>
      <div className="heads" aria-hidden="true">
        <span>link out</span>
        <span>link in</span>
      </div>
      <div className="rows">
        <Rail links={links} row={row} step={step} width={rail} />
        <ul>
          {links.map(({ machine, out, in: back }) => (
            <li key={machine}>
              <span className="machine">{capital(name(machine))}</span>
              <Link machine={name(machine)} way="out" use={out} onSelect={onSelect} />
              <Link machine={name(machine)} way="in" use={back} onSelect={onSelect} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
