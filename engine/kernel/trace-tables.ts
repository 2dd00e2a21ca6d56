/** The tables in which a trace is recorded: typed columns that grow by doubling, written one row at a time. */
import type { Nanos } from "./time.ts";
import { refRow } from "./trace-data.ts";
import type {
  CallColumns,
  FactColumns,
  MarkColumns,
  PacketColumns,
  Ref,
  SpanColumns,
  TraceData,
  TransitionColumns,
} from "./trace-data.ts";

const FIRST_ROWS = 64;
const FIRST_BYTES = 1024;

type Column = Int32Array | Float64Array | Uint8Array;
type Writable<Table> = { -readonly [Name in keyof Table]: Table[Name] };

const ints = (): Int32Array => new Int32Array(FIRST_ROWS);
const times = (): Float64Array => new Float64Array(FIRST_ROWS);
const bytes = (): Uint8Array => new Uint8Array(FIRST_ROWS);

export const spanTable = (): Writable<SpanColumns> => ({
  count: 0,
  track: ints(),
  step: ints(),
  owner: ints(),
  start: times(),
  end: times(),
  cause: ints(),
  call: ints(),
});

export const packetTable = (): Writable<PacketColumns> => ({
  count: 0,
  from: ints(),
  to: ints(),
  departs: times(),
  arrives: times(),
  bytes: ints(),
  kind: ints(),
  fate: bytes(),
  loss: bytes(),
  origin: bytes(),
  delayed: times(),
  queued: times(),
  freed: times(),
  laid: times(),
  taken: times(),
  cause: ints(),
  call: ints(),
  frameAt: ints(),
  frameLength: ints(),
});

export const markTable = (): Writable<MarkColumns> => ({
  count: 0,
  at: times(),
  track: ints(),
  label: ints(),
  kind: bytes(),
  value: times(),
  cause: ints(),
  call: ints(),
});

export const callTable = (): Writable<CallColumns> => ({
  count: 0,
  thread: ints(),
  start: times(),
  end: times(),
  outcome: bytes(),
  first: ints(),
  last: ints(),
});

export const transitionTable = (): Writable<TransitionColumns> => ({
  count: 0,
  at: times(),
  machine: ints(),
  protocol: ints(),
  instance: ints(),
  from: ints(),
  to: ints(),
  input: ints(),
  cause: ints(),
  call: ints(),
  due: times(),
  factsAt: ints(),
  factsLength: ints(),
});

export const factTable = (): Writable<FactColumns> => ({ count: 0, name: ints(), value: times() });

/** Replaces each column of a table by one of `length` rows (at least one) that begins with the table's rows. */
export function resize(table: { readonly count: number }, length: number): void {
  const columns = table as Record<string, Column | number>;
  for (const [name, column] of Object.entries(columns)) {
    if (typeof column !== "number") columns[name] = resized(column, Math.min(table.count, length), length);
  }
}

export type Tables = Pick<TraceData, "spans" | "packets" | "marks" | "calls" | "transitions" | "facts">;

/** The rows of the tables so far, in columns of their own. */
export function copied(tables: Tables): Tables {
  const copies = Object.entries(tables).map(([name, table]) => [name, { ...table }] as const);
  for (const [, copy] of copies) resize(copy, copy.count);
  return Object.fromEntries(copies) as unknown as Tables;
}

function resized(column: Column, kept: number, length: number): Column {
  const next =
    column instanceof Int32Array
      ? new Int32Array(length)
      : column instanceof Float64Array
        ? new Float64Array(length)
        : new Uint8Array(length);
  next.set(column.subarray(0, kept));
  return next;
}

/** The tables that rows with a `Ref` stand in. */
interface RowTables {
  readonly spans: SpanColumns;
  readonly packets: PacketColumns;
  readonly marks: MarkColumns;
}

/** When a row begins: a span's start, a packet's departure, a mark's moment. Throws RangeError for a row not kept. */
export function startOf(tables: RowTables, ref: Ref): Nanos {
  const row = refRow(ref);
  const table = ref & 3;
  if (table === 0 && row < tables.spans.count) return tables.spans.start[row] as number;
  if (table === 1 && row < tables.packets.count) return tables.packets.departs[row] as number;
  if (table === 2 && row < tables.marks.count) return tables.marks.at[row] as number;
  throw noRow(ref);
}

/** When a row ends: a span's end, a packet's arrival, a mark's moment. Throws RangeError for a row not kept. */
export function endOf(tables: RowTables, ref: Ref): Nanos {
  const row = refRow(ref);
  const table = ref & 3;
  if (table === 0 && row < tables.spans.count) return tables.spans.end[row] as number;
  if (table === 1 && row < tables.packets.count) return tables.packets.arrives[row] as number;
  if (table === 2 && row < tables.marks.count) return tables.marks.at[row] as number;
  throw noRow(ref);
}

function noRow(ref: Ref): RangeError {
  return new RangeError(`trace: ref ${ref} names no row that was kept. Keep more calls, or see where it is from.`);
}

/** Bytes one after another. */
export class ByteStore {
  length = 0;
  private store = new Uint8Array(FIRST_BYTES);

  /** Appends and returns where the bytes begin. */
  append(added: Uint8Array): number {
    const at = this.length;
    const needed = at + added.length;
    if (needed > this.store.length) {
      const wider = new Uint8Array(Math.max(needed, this.store.length * 2));
      wider.set(this.store.subarray(0, at));
      this.store = wider;
    }
    this.store.set(added, at);
    this.length = needed;
    return at;
  }

  trimmed(): Uint8Array {
    return this.store.slice(0, this.length);
  }
}
