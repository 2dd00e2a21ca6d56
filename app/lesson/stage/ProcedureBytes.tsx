/**
 * The messages of a call to several servers: the request and the reply of each, RPC2's header apart from the body. The
 * requests can be laid over each other, so that what differs stands out.
 */
import { useState } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { itemAt, numberAt } from "../../../engine/kernel/reads.ts";
import { packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { useMedia } from "../../controls/media.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { select } from "../../lab/selection.ts";
import { kindAt, messagesOf, unitsOf } from "../../trace/message-units.ts";
import type { MessageUnit } from "../../trace/message-units.ts";
import { whatOf } from "../../trace/row-names.ts";
import { counted } from "../../words/numbers.ts";
import { useLesson } from "../context.ts";
import { UnitList } from "./UnitList.tsx";
import { useHeldRun } from "./use-held-run.ts";
import type { BytesRun } from "./use-held-run.ts";
import { Segments } from "../../controls/Segments.tsx";

/** A message by what it is, in every run: "reply" of "server1". */
interface Named {
  readonly kind: string;
  readonly server: string;
}

/** The server of a packet: the machine at either end that is not the client. */
function serverOf({ packets, tracks }: TraceData, row: number): string {
  const ends = [packets.from, packets.to].map((tracksOf) => itemAt(tracks, numberAt(tracksOf, row), "track").machine);
  const server = ends.find((machine) => machine.startsWith("server"));
  if (server === undefined) throw new Error(`Packet ${row} goes from ${ends.join(" to ")}, and neither is a server.`);
  return server;
}

const nameOf = (trace: TraceData, row: number): Named => ({ kind: kindAt(trace, row), server: serverOf(trace, row) });

const numberOf = (server: string): number => Number(server.replace(/^server/, ""));

/** Packets of a kind by the number of their server: the client may send to the last one first. */
const ofKind = (trace: TraceData, rows: readonly number[], kind: string): readonly number[] =>
  rows
    .filter((row) => kindAt(trace, row) === kind)
    .toSorted((a, b) => numberOf(serverOf(trace, a)) - numberOf(serverOf(trace, b)));

/** The message that is looked at. It stays the same one in another run, until the reader chooses a packet. */
function useNamed(run: BytesRun, rows: readonly number[]): readonly [Named, (named: Named) => void] {
  const { state } = useLesson();
  const selected = useBench((bench) => bench.selected);
  const first = { kind: state.highlight?.name ?? "request", server: "server1" };
  const [named, setNamed] = useState<Named>(first);
  const [seen, setSeen] = useState<{ readonly run: BytesRun; readonly selected: Ref }>({ run, selected });
  if (seen.run !== run || seen.selected !== selected) {
    setSeen({ run, selected });
    const row = refTable(selected) === "packet" ? rows.find((one) => one === refRow(selected)) : undefined;
    if (seen.run === run && row !== undefined) setNamed(nameOf(run.trace, row));
  }
  return [named, setNamed];
}

const bytesIn = (units: readonly MessageUnit[]): Uint8Array =>
  Uint8Array.from(units.flatMap(({ bytes }) => [...bytes]));

type IsOther = (place: number) => boolean;

/** Whether a byte of the message is another one in any of the messages of the same kind. */
function differences(run: BytesRun, rows: readonly number[], own: readonly MessageUnit[]): IsOther {
  const mine = bytesIn(own);
  const others = rows.map((row) => bytesIn(unitsOf(run, row)));
  return (place) => others.some((bytes) => bytes[place] !== mine[place]);
}

const none = (): boolean => false;

const hasOther = (units: readonly MessageUnit[], isOther: IsOther): boolean =>
  units.some(({ at, bytes }) => Array.from(bytes, (_, i) => at + i).some(isOther));

const sum = (units: readonly MessageUnit[]): number => units.reduce((all, { bytes }) => all + bytes.length, 0);

interface Props {
  readonly run: Run;
  readonly hero: boolean;
}

export function ProcedureBytes({ run: standing, hero }: Props) {
  const run = useHeldRun(standing);
  const call = useBench((bench) => bench.call);
  const { trace } = run;
  const rows = messagesOf(trace, call);
  const [named, setNamed] = useNamed(run, rows);
  const [laid, setLaid] = useState(false);
  const wide = useMedia("(min-width: 721px)");
  const [open, setOpen] = useState<boolean | null>(null);
  const kinds = [...new Set(rows.map((row) => kindAt(trace, row)))];
  const kind = kinds.includes(named.kind) ? named.kind : kinds[0];
  if (kind === undefined) return <p className="note">This call sends no message over the network.</p>;
  const same = ofKind(trace, rows, kind);
  const row = same.find((one) => serverOf(trace, one) === named.server) ?? itemAt(same, 0, "message");
  const units = unitsOf(run, row);
  const isOther = laid ? differences(run, same, units) : none;
  const header = units.filter(({ isHeader }) => isHeader);
  const body = units.filter(({ isHeader }) => !isHeader);
  return (
    <section className="message procedure" aria-label="The bytes of the message">
      <Head {...{ trace, kinds, kind, same, row, laid, rows }} onLaid={setLaid} onNamed={setNamed} />
      <p className="message-sum" aria-live="polite">
        The message has <b className="num">{counted(sum(units), "byte")}</b>: {sum(header)} of the header and{" "}
        <b className="num">{sum(body)}</b> of the body.
      </p>
      <Header units={header} isOther={isOther} open={open ?? (hero && wide)} onOpen={(next) => setOpen(next)} />
      {body.length === 0 ? (
        <p className="message-none">The body is empty: no value travels in this message.</p>
      ) : (
        <UnitList units={body} label="Units of the body" isOther={isOther} />
      )}
      {laid && !hasOther(body, isOther) && (
        <p className="note">All {same.length} bodies are the same, byte for byte.</p>
      )}
    </section>
  );
}

interface HeadProps {
  readonly trace: TraceData;
  readonly rows: readonly number[];
  readonly kinds: readonly string[];
  readonly kind: string;
  readonly same: readonly number[];
  readonly row: number;
  readonly laid: boolean;
  readonly onLaid: (laid: boolean) => void;
  readonly onNamed: (named: Named) => void;
}

/** The message by its kind and its server, and the way to lay all of a kind over each other. */
function Head({ trace, rows, kinds, kind, same, row, laid, onLaid, onNamed }: HeadProps) {
  const store = useBenchStore();
  const choose = (named: Named): void => {
    onNamed(named);
    const there = ofKind(trace, rows, named.kind).find((one) => serverOf(trace, one) === named.server);
    if (there !== undefined) select(store, packetRef(there));
  };
  const server = serverOf(trace, row);
  return (
    <div className="row message-head">
      <Segments
        label="Message"
        choices={kinds.map((value) => ({
          value,
          text: whatOf(trace, packetRef(ofKind(trace, rows, value)[0] ?? row)).split(",")[0],
        }))}
        chosen={kind}
        onChoose={(one) => choose({ kind: one, server })}
      />
      {same.length > 1 && (
        <>
          <label>
            of{" "}
            <select value={server} onChange={(event) => choose({ kind, server: event.target.value })}>
              {[...new Set(same.map((one) => serverOf(trace, one)))].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <button type="button" className="btn small" aria-pressed={laid} onClick={() => onLaid(!laid)}>
            Lay all {same.length} over each other
          </button>
        </>
      )}
    </div>
  );
}

interface HeaderProps {
  readonly units: readonly MessageUnit[];
  readonly isOther: IsOther;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

function Header({ units, isOther, open, onOpen }: HeaderProps) {
  const opcode = units.find(({ name }) => name === "opcode");
  return (
    <details className="message-header" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>
        RPC2’s header{opcode !== undefined && `: opcode ${opcode.value}`}
        {hasOther(units, isOther) && <em>, differs from server to server</em>}
      </summary>
      <UnitList units={units} label="Units of the header" isOther={isOther} />
    </details>
  );
}
