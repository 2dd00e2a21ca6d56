/**
 * The side effects of a process: one transfer at a time for each connection, and the numbers that they count on with.
 */
import type { Nanos } from "../../kernel/time.ts";
import { SFTP_DEFAULTS, type SftpPacket } from "../../wire/sftp.ts";
import type { Connection, Handle } from "./connection.ts";
import type { SideEffect } from "./process-types.ts";
import { SFTP_RETRY, type SftpOptions, type Transfer, type TransferEffect } from "./sftp.ts";
import { startSink, stepSink, type SinkState } from "./sftp-sink.ts";
import { startSource, stepSource, type SourceState } from "./sftp-source.ts";
import { Timers } from "./timers.ts";

type TransferState = SourceState | SinkState;

/** What a connection's transfers have counted up to, in either direction. */
interface Counts {
  readonly sent: number;
  readonly received: number;
  readonly control: number;
}

const NO_COUNTS: Counts = { sent: 0, received: 0, control: 0 };

export class Transfers {
  private readonly running = new Map<Handle, TransferState>();
  private readonly counts = new Map<Handle, Counts>();
  private readonly timers = new Timers();

  get deadline(): Nanos | null {
    return this.timers.earliest;
  }

  /** Starts the transfer of a call, at either end. Throws where the end that has the file gives none. */
  start(
    connection: Connection,
    role: Transfer["role"],
    call: number,
    sideEffect: SideEffect,
    now: Nanos,
    stamp: number,
  ): readonly TransferEffect[] {
    const { handle, peerHandle } = connection;
    this.settle(handle);
    const counts = this.counts.get(handle) ?? NO_COUNTS;
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
    if (isSource && sideEffect.file === null) throw new Error("The end of a side effect that has the file gives none.");
    const [state, effects] =
      isSource && sideEffect.file !== null
        ? startSource(transfer, sideEffect.file, now, options(stamp))
        : startSink(transfer, now, options(stamp));
    this.keep(state);
    return effects;
  }

  receive(packet: SftpPacket, now: Nanos, stamp: number): readonly TransferEffect[] {
    return this.step(packet.remoteHandle, { tag: "packet", packet }, now, stamp);
  }

  /** Handles whose transfers want a tick. */
  due(now: Nanos): readonly Handle[] {
    return this.timers.due(now);
  }

  tick(handle: Handle, now: Nanos, stamp: number): readonly TransferEffect[] {
    return this.step(handle, { tag: "tick" }, now, stamp);
  }

  /**
   * What a call's transfer has come to at the client when the reply is there: done, with the file that it brought; not
   * begun; or broken off in the middle. A source is done when the server says so by replying.
   */
  outcome(handle: Handle): { readonly result: "done" | "untouched" | "broken"; readonly file: Uint8Array | null } {
    const state = this.running.get(handle);
    if (state === undefined) return { result: "untouched", file: null };
    if (state.end === "source") {
      const result = state.mostRecent === state.last ? "done" : state.tag === "waiting" ? "untouched" : "broken";
      return { result, file: null };
    }
    const isUntouched = state.lastContig < state.first && state.beyond.length === 0;
    if (state.tag === "receiving") return { result: isUntouched ? "untouched" : "broken", file: null };
    return { result: "done", file: this.files.get(handle) ?? null };
  }

  /** The connection is gone. */
  forget(handle: Handle): void {
    this.running.delete(handle);
    this.counts.delete(handle);
    this.files.delete(handle);
    this.timers.set(handle, null);
  }

  private readonly files = new Map<Handle, Uint8Array>();

  private step(
    handle: Handle,
    input: { readonly tag: "packet"; readonly packet: SftpPacket } | { readonly tag: "tick" },
    now: Nanos,
    stamp: number,
  ): readonly TransferEffect[] {
    const state = this.running.get(handle);
    if (state === undefined) return [];
    const [next, effects] =
      state.end === "source"
        ? stepSource(state, input, now, options(stamp))
        : stepSink(state, input, now, options(stamp));
    this.keep(next);
    for (const effect of effects) if (effect.tag === "done") this.files.set(handle, effect.file);
    return effects;
  }

  private keep(state: TransferState): void {
    this.running.set(state.handle, state);
    this.timers.set(state.handle, state.deadline);
  }

  /** The numbers that the last transfer has come to; the next goes on from there. */
  private settle(handle: Handle): void {
    const state = this.running.get(handle);
    if (state === undefined) return;
    const { sent, received, control } = this.counts.get(handle) ?? NO_COUNTS;
    this.counts.set(
      handle,
      state.end === "source"
        ? { sent: Math.max(sent, state.mostRecent), received, control: Math.max(control, state.control) }
        : { sent, received: Math.max(received, state.last ?? state.lastContig), control: state.control },
    );
    this.running.delete(handle);
    this.files.delete(handle);
  }
}

const options = (stamp: number): SftpOptions => ({ ...SFTP_RETRY, stamp });
