/** Recorded and simulated times of calls on one axis, a row each. A press on a row chooses its call. */
import { useMemo, useRef, useState } from "react";
import { logScale } from "../draw/scale.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { counted } from "../words/numbers.ts";
import { durationText, roughText } from "../words/times.ts";
import type { KindOfCalls } from "../workers/capture-twin.ts";

const ROW = 24; // px, the least that a finger or a pointer hits
const NAME = 64; // px, for the numbers of calls
const MOST_ROWS = 40;
const TOP = 26;

interface Props {
  readonly kinds: readonly KindOfCalls[];
  readonly call: number;
  readonly onCall: (call: number) => void;
}

export function TwinPairs({ kinds, call, onCall }: Props) {
  const own = kinds.find(({ calls }) => calls.some((one) => one.call === call));
  const [name, setName] = useState<string | null>(null);
  const kind = kinds.find((one) => one.name === name) ?? own ?? kinds[0];
  const host = useRef<HTMLDivElement>(null);
  const width = Math.max(260, useWidth(host, true));
  const scale = useMemo(() => {
    const times = (kind?.calls ?? []).flatMap(({ recorded, simulated }) => [recorded, simulated]);
    const least = times.reduce((low, one) => Math.min(low, one), Number.MAX_SAFE_INTEGER);
    const most = times.reduce((high, one) => Math.max(high, one), 1);
    const ends = [Math.max(1, least), Math.max(2, most)] as const;
    return logScale({ domain: ends, range: [NAME, width - 30], nice: 4 });
  }, [kind, width]);
  if (kind === undefined) return null;
  const rows = rowsAround(kind, call);
  const height = TOP + rows.length * ROW;
  const at = (ns: number): number => scale.at(Math.max(scale.domain[0], ns));
  return (
    <figure className="capture-pairs">
      <figcaption>
        <label>
          <select aria-label="Kind of calls" value={kind.name} onChange={(event) => setName(event.target.value)}>
            {kinds.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>{" "}
        <span className="note">
          {`${counted(rows.length, "call")} of ${kind.calls.length}; `}
          <Mark kind="recorded" /> recorded, <Mark kind="simulated" /> simulated
        </span>
      </figcaption>
      <div ref={host} className="capture-pairs-room" style={{ height }}>
        <svg width={width} height={height} aria-hidden="true">
          {scale.ticks(4).map((tick) =>
            scale.figure(tick, 4) === "" ? null : (
              <g key={tick}>
                <path className="capture-pairs-tick" d={`M${at(tick)} ${TOP - 4}V${height}`} />
                <text x={at(tick)} y={TOP - 10} textAnchor="middle">
                  {roughText(tick)}
                </text>
              </g>
            ),
          )}
          {rows.map(({ call: number, recorded, simulated }, i) => {
            const y = TOP + (i + 0.5) * ROW;
            return (
              <g key={number}>
                <path className="capture-pairs-line" d={`M${at(recorded)} ${y}H${at(simulated)}`} />
                <circle cx={at(recorded)} cy={y} r={4.2} fill="var(--measured)" />
                <path d={triangle(at(simulated), y)} fill="var(--simulated)" />
              </g>
            );
          })}
        </svg>
        <ol>
          {rows.map(({ call: number, recorded, simulated }) => (
            <li key={number}>
              <button
                type="button"
                aria-pressed={number === call}
                aria-label={`Call ${number}: recorded ${durationText(recorded)}, simulated ${durationText(
                  Math.round(simulated),
                )}`}
                onClick={() => onCall(number)}
              >
                {number}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

/** The chosen call stands amid the rows where it is one of them. */
function rowsAround({ calls }: KindOfCalls, call: number): KindOfCalls["calls"] {
  const place = calls.findIndex((one) => one.call === call);
  const from = Math.max(0, Math.min(calls.length - MOST_ROWS, place - MOST_ROWS / 2));
  return calls.slice(from, from + MOST_ROWS);
}

const triangle = (x: number, y: number): string => `M${x} ${y - 4.6}L${x + 4.6} ${y + 3.6}H${x - 4.6}z`;

const Mark = ({ kind }: { readonly kind: "recorded" | "simulated" }) => (
  <svg width="11" height="11" viewBox="-5.5 -5.5 11 11" aria-hidden="true">
    {kind === "recorded" ? (
      <circle r="4.2" fill="var(--measured)" />
    ) : (
      <path d={triangle(0, 0)} fill="var(--simulated)" />
    )}
  </svg>
);
