/** The message in a packet, a row for each unit of four bytes: what a lesson on bytes is about. */
import { useMemo } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { select } from "../../lab/selection.ts";
import { messagesOf, unitsOf } from "../../trace/message-units.ts";
import type { Unit } from "../../trace/message-units.ts";
import { whatOf } from "../../trace/row-names.ts";
import { counted } from "../../words/numbers.ts";
import "./message-bytes.css";

/** More units than this stand in two columns. */
const MOST_IN_COLUMN = 12;

const hex = (value: number): string => value.toString(16).padStart(2, "0");

/** "filling" or "damaged": what is to be said of a byte besides its value. */
function kindOf({ bytes, filling, damaged }: Unit, at: number): "damaged" | "filling" | undefined {
  if (at === damaged) return "damaged";
  return at >= bytes.length - filling ? "filling" : undefined;
}

/** What the marks of a unit mean, in words: nobody need see a colour. */
function remarkOf({ filling, damaged, bytes }: Unit): string {
  if (damaged !== null) return `byte ${hex(bytes[damaged] ?? 0)} is damaged`;
  return filling === 0 ? "" : `${counted(filling, "byte")} only ${filling === 1 ? "fills" : "fill"} it up`;
}

export function MessageBytes({ run }: { readonly run: Run }) {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  const rows = useMemo(() => messagesOf(run.trace, call), [run, call]);
  const chosen = refTable(selected) === "packet" ? rows.find((row) => row === refRow(selected)) : undefined;
  const row = chosen ?? rows[0];
  const units = useMemo(() => (row === undefined ? [] : unitsOf(run, row)), [run, row]);
  if (row === undefined) return <p className="note">This call sends no message over the network.</p>;
  const bytes = units.reduce((sum, unit) => sum + unit.bytes.length, 0);
  return (
    <section className="message" aria-label="The bytes of the message">
      <div className="message-head">
        <div role="group" aria-label="Message of" className="seg">
          {rows.map((one) => (
            <button key={one} type="button" aria-pressed={one === row} onClick={() => select(store, packetRef(one))}>
              {whatOf(run.trace, packetRef(one))}
            </button>
          ))}
        </div>
        <p aria-live="polite">
          Its message has <b className="num">{counted(bytes, "byte")}</b>, {counted(units.length, "unit")}.
        </p>
      </div>
      <ol className={units.length > MOST_IN_COLUMN ? "message-units many" : "message-units"} aria-label="Units">
        {units.map((unit) => (
          <li key={unit.at}>
            <span className="message-at num">{unit.at}</span>
            <code>
              {Array.from(unit.bytes, (byte, at) => (
                <span key={at} className={kindOf(unit, at)}>
                  {hex(byte)}
                </span>
              ))}
            </code>
            <span className="message-name">
              {unit.name} <b>{unit.value}</b>
              {remarkOf(unit) !== "" && <em> {remarkOf(unit)}</em>}
            </span>
          </li>
        ))}
      </ol>
      <p className="note">The number before a unit says how many bytes stand before it.</p>
    </section>
  );
}
