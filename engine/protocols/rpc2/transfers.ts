/**
 * The side effects of a process: one transfer at a time for each connection, and the numbers that they count on with.
 * All of it is plain data: a change makes other transfers.
 */
import type { Nanos } from "../../kernel/time.ts";
import { SFTP_DEFAULTS, type SftpPacket } from "../../wire/sftp.ts";
import type { Connection, Handle } from "./connection.ts";
import { EMPTY_MAP, mapGet, mapRemove, mapSet, type IntMap } from "./int-map.ts";
import type { SideEffect } from "./process-types.ts";
import { SFTP_RETRY, type SftpOptions, type Transfer, type TransferEffect } from "./sftp.ts";
import { startSink, stepSink, type SinkState } from "./sftp-sink.ts";
import { startSource, stepSource, type SourceState } from "./sftp-source.ts";
import { NO_TIMERS, withTimer, type Timers } from "./timers.ts";

type TransferState = SourceState | SinkState;

/** The counts of a connection's transfers, in either direction. */
interface Counts {
  readonly sent: number;
  readonly received: number;
  readonly control: number;
}

const NO_COUNTS: Counts = { sent: 0, received: 0, control: 0 };

/** Each by the handle of the connection. */
export interface Transfers {
  readonly running: IntMap<TransferState>;
  readonly counts: IntMap<Counts>;
  readonly files: IntMap<Uint8Array>; // that have come over whole
  readonly timers: Timers;
}

export const NO_TRANSFERS: Transfers = { running: EMPTY_MAP, counts: EMPTY_MAP, files: EMPTY_MAP, timers: NO_TIMERS };

type TransfersStep = readonly [Transfers, readonly TransferEffect[]];

/** What a call transfers, at one of its ends. */
interface TransferStart {
  readonly role: Transfer["role"];
  readonly call: number; // its sequence number
  readonly sideEffect: SideEffect;
}

/** Starts the transfer of a call, at either end. Throws where the end that has the file gives none. */
export function startTransfer(
  before: Transfers,
  { handle, peerHandle }: Connection,
  { role, call, sideEffect }: TransferStart,
  now: Nanos,
  stamp: number,
): TransfersStep {
  const transfers = settled(before, handle);
  const counts = mapGet(transfers.counts, handle) ?? NO_COUNTS;
  const isSource = (role === "client") === (sideEffect.direction === "client to server");
  const transfer: Transfer = {
    role,
    handle,
    peerHandle,
    call,
    parameters: SFTP_DEFAULTS,
    first: (isSource ? counts.sent : counts.received) + 1,
    control: counts.control,
    echo: 0,
  };
  const [state, effects] = isSource
    ? startSource(transfer, fileOf(sideEffect), now, options(stamp))
    : startSink(transfer, now, options(stamp));
  return [kept(transfers, state), effects];
}

function fileOf({ file }: SideEffect): Uint8Array {
  if (file === null) throw new Error("The end of a side effect that has the file gives none.");
  return file;
}

/** A packet of a transfer, or a tick. A connection without a transfer ignores it. */
export function stepTransfer(
  transfers: Transfers,
  handle: Handle,
  input: { readonly tag: "packet"; readonly packet: SftpPacket } | { readonly tag: "tick" },
  now: Nanos,
  stamp: number,
): TransfersStep {
  const state = mapGet(transfers.running, handle);
  if (state === null) return [transfers, []];
  const [next, effects] =
    state.end === "source"
      ? stepSource(state, input, now, options(stamp))
      : stepSink(state, input, now, options(stamp));
  const file = effects.find((effect) => effect.tag === "done")?.file;
  const after = kept(transfers, next);
  return [file === undefined ? after : { ...after, files: mapSet(after.files, handle, file) }, effects];
}

/**
 * The result of a call's transfer at the client when the reply is there: done, with the file that it brought; not
 * begun; or broken off in the middle. A source is done when the server says so by replying.
 */
export function transferOutcome(
  { running, files }: Transfers,
  handle: Handle,
): { readonly result: "done" | "untouched" | "broken"; readonly file: Uint8Array | null } {
  const state = mapGet(running, handle);
  if (state === null) return { result: "untouched", file: null };
  if (state.end === "source") {
    const result = state.mostRecent === state.last ? "done" : state.tag === "waiting" ? "untouched" : "broken";
    return { result, file: null };
  }
  const isUntouched = state.lastContig < state.first && state.beyond.length === 0;
  if (state.tag === "receiving") return { result: isUntouched ? "untouched" : "broken", file: null };
  return { result: "done", file: mapGet(files, handle) };
}

/** The connection is gone. */
export const withoutTransfer = ({ running, counts, files, timers }: Transfers, handle: Handle): Transfers => ({
  running: mapRemove(running, handle),
  counts: mapRemove(counts, handle),
  files: mapRemove(files, handle),
  timers: withTimer(timers, handle, null),
});

const kept = (transfers: Transfers, state: TransferState): Transfers => ({
  ...transfers,
  running: mapSet(transfers.running, state.handle, state),
  timers: withTimer(transfers.timers, state.handle, state.deadline),
});

/** The numbers that the last transfer has come to; the next goes on from there. */
function settled(transfers: Transfers, handle: Handle): Transfers {
  const state = mapGet(transfers.running, handle);
  if (state === null) return transfers;
  const { sent, received, control } = mapGet(transfers.counts, handle) ?? NO_COUNTS;
  const counts =
    state.end === "source"
      ? { sent: Math.max(sent, state.mostRecent), received, control: Math.max(control, state.control) }
      : { sent, received: Math.max(received, state.last ?? state.lastContig), control: state.control };
  return {
    running: mapRemove(transfers.running, handle),
    counts: mapSet(transfers.counts, handle, counts),
    files: mapRemove(transfers.files, handle),
    timers: transfers.timers,
  };
}

const options = (stamp: number): SftpOptions => ({ ...SFTP_RETRY, stamp });
