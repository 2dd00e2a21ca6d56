/**
 * The messages of a call to several servers: the request and the reply of each, RPC2's header apart from the body. The
 * requests can be laid over each other, so that what differs stands out.
 */
import { useState } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { numberAt } from "../../../engine/kernel/reads.ts";
import { packetRef } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { useBenchStore } from "../../lab/context.ts";
import { select } from "../../lab/selection.ts";
import { unitsOf } from "../../trace/message-units.ts";
import type { Unit } from "../../trace/message-units.ts";
import { whatOf } from "../../trace/row-names.ts";
import { counted } from "../../words/numbers.ts";
import { UnitList } from "./UnitList.tsx";

interface Props {
  readonly run: Run;
  readonly rows: readonly number[]; // packets with a message, at least one
  readonly row: number; // the one that is shown
  readonly units: readonly Unit[]; // of it
  readonly hero: boolean;
}

const kindAt = ({ packets }: TraceData, row: number): number => numberAt(packets.kind, row);

/** The server of a packet: the machine at either end that is not the client. */
function serverOf({ packets, tracks }: TraceData, row: number): string {
  const ends = [packets.from[row], packets.to[row]].map((track) => tracks[track ?? -1]?.machine ?? "");
  return ends.find((machine) => machine.startsWith("server")) ?? "";
}

const bytesIn = (units: readonly Unit[]): Uint8Array => Uint8Array.from(units.flatMap(({ bytes }) => [...bytes]));

/** Whether a byte of the message is another one in any of the messages of the same kind. */
function differences(run: Run, rows: readonly number[], own: readonly Unit[]): (place: number) => boolean {
  const mine = bytesIn(own);
  const others = rows.map((row) => bytesIn(unitsOf(run, row)));
  return (place) => others.some((bytes) => bytes[place] !== mine[place]);
}

const none = (): boolean => false;

const sum = (units: readonly Unit[]): number => units.reduce((all, { bytes }) => all + bytes.length, 0);

export function ProcedureBytes({ run, rows, row, units, hero }: Props) {
  const store = useBenchStore();
  const { trace } = run;
  const [laid, setLaid] = useState(false);
  const [open, setOpen] = useState(hero);
  const kinds = [...new Set(rows.map((one) => kindAt(trace, one)))].flatMap((kind) => {
    const all = rows.filter((one) => kindAt(trace, one) === kind);
    return all[0] === undefined ? [] : [{ kind, first: all[0], all }];
  });
  const same = kinds.find(({ kind }) => kind === kindAt(trace, row))?.all ?? [];
  const isOther = laid ? differences(run, same, units) : none;
  const header = units.filter(({ isHeader }) => isHeader);
  const body = units.filter(({ isHeader }) => !isHeader);
  const opcode = header.find(({ name }) => name === "opcode");
  const choose = (one: number): void => select(store, packetRef(one));
  /** The packet of a kind to or from the same server. */
  const ofKind = (all: readonly number[], first: number): number =>
    all.find((one) => serverOf(trace, one) === serverOf(trace, row)) ?? first;
  return (
    <section className="message" aria-label="The bytes of the message">
      <div className="message-head">
        <div role="group" aria-label="Message" className="seg">
          {kinds.map(({ kind, first, all }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === kindAt(trace, row)}
              onClick={() => choose(ofKind(all, first))}
            >
              {whatOf(trace, packetRef(first))}
            </button>
          ))}
        </div>
        {same.length > 1 && (
          <label>
            of{" "}
            <select value={row} onChange={(event) => choose(Number(event.target.value))}>
              {same.map((one) => (
                <option key={one} value={one}>
                  {serverOf(trace, one)}
                </option>
              ))}
            </select>
          </label>
        )}
        {same.length > 1 && (
          <button type="button" className="btn small" aria-pressed={laid} onClick={() => setLaid(!laid)}>
            Lay all {same.length} over each other
          </button>
        )}
        <p aria-live="polite">
          The message has <b className="num">{counted(sum(units), "byte")}</b>: {sum(header)} of the header and{" "}
          <b className="num">{sum(body)}</b> of the body.
        </p>
      </div>
      <details className="message-header" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          RPC2’s header{opcode !== undefined && `: opcode ${opcode.value}`}
          {laid && header.some(({ at, bytes }) => Array.from(bytes, (_, i) => at + i).some(isOther)) && (
            <em>, differs from server to server</em>
          )}
        </summary>
        <UnitList units={header} label="Units of the header" isOther={isOther} />
      </details>
      {body.length === 0 ? (
        <p className="message-none">The body is empty: no value travels in this message.</p>
      ) : (
        <UnitList units={body} label="Units of the body" isOther={isOther} />
      )}
      {laid && !body.some(({ at, bytes }) => Array.from(bytes, (_, i) => at + i).some(isOther)) && (
        <p className="note">All {same.length} bodies are the same, byte for byte.</p>
      )}
    </section>
  );
}
