/**
 * The end of a side effect that wants the file: SFTP's sink.
 *
 *     receiving ──every packet up to the last has come──▶ done
 *     receiving ──too many silences──▶ failed                      only at a server
 *
 * Rules
 * 1. A server says START when it is ready; a client is ready once it has called.
 * 2. A packet that asks for it is acknowledged: all up to a number, and a mask of what has come beyond.
 * 3. More duplicates than `duplicateThreshold` without an acknowledgement are answered with one: the last got lost.
 *    So is a packet that asks for one and comes when all is there.
 * 4. Only the server keeps time, at either end: as a sink it takes silence for the loss of what it has said last, says
 *    it again, and gives up after `tries` silences.
 *
 * (RPC2 manual, SFTP internals; retry after 2 s, 10 times.)
 */
import type { Nanos } from "../../kernel/time.ts";
import { encodeSftpParameters, sftpMask, type SftpPacket } from "../../wire/sftp.ts";
import { transferPacket, type SftpOptions, type Transfer, type TransferEffect } from "./sftp.ts";

interface Block {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export interface SinkState extends Transfer {
  readonly end: "sink";
  readonly tag: "receiving" | "done" | "failed";
  readonly lastContig: number; // all up to here has come
  readonly blocks: readonly Uint8Array[]; // those
  readonly beyond: readonly Block[]; // what has come beyond, by number
  readonly last: number | null; // number of the last data packet, once it has come
  readonly duplicates: number; // since the last acknowledgement
  readonly tries: number; // silences in a row
  readonly deadline: Nanos | null; // rule 4
}

type SinkStep = [SinkState, readonly TransferEffect[]];

const NOTHING: readonly TransferEffect[] = [];

/** The sink of a transfer; a server's says START. */
export function startSink(transfer: Transfer, now: Nanos, options: SftpOptions): SinkStep {
  const isServer = transfer.role === "server";
  const state: SinkState = {
    ...transfer,
    end: "sink",
    tag: "receiving",
    lastContig: transfer.first - 1,
    blocks: [],
    beyond: [],
    last: null,
    duplicates: 0,
    tries: 0,
    deadline: isServer ? now + options.retryAfter : null,
  };
  return isServer ? sayStart(state, false, options) : [state, NOTHING];
}

type SinkInput = { readonly tag: "packet"; readonly packet: SftpPacket } | { readonly tag: "tick" };

export function stepSink(state: SinkState, input: SinkInput, now: Nanos, options: SftpOptions): SinkStep {
  if (input.tag === "tick") return onTick(state, now, options);
  const { packet } = input;
  if (packet.thisRpcCall !== state.call || packet.opcode !== "DATA") return [state, NOTHING];
  if (state.tag === "done") return packet.ackMe ? acknowledge(state, false, options) : [state, NOTHING]; // rule 3
  if (state.tag === "failed") return [state, NOTHING];
  const heard: SinkState = {
    ...state,
    echo: packet.timeStamp,
    tries: 0,
    deadline: state.role === "server" ? now + options.retryAfter : null,
  };
  return onData(heard, packet, options);
}

function onData(state: SinkState, packet: SftpPacket, options: SftpOptions): SinkStep {
  const { seqNumber } = packet;
  if (seqNumber > state.lastContig + state.parameters.windowSize) return [state, NOTHING]; // no source sends that
  const isKnown = seqNumber <= state.lastContig || state.beyond.some(({ number }) => number === seqNumber);
  const next = isKnown ? { ...state, duplicates: state.duplicates + 1 } : taken(state, packet);
  const isAsked = packet.ackMe || next.duplicates > next.parameters.duplicateThreshold;
  const [said, effects] = isAsked ? acknowledge(next, false, options) : ([next, NOTHING] as const);
  if (said.last === null || said.lastContig < said.last) return [said, effects];
  const done: TransferEffect = { tag: "done", file: joined(said.blocks) };
  return [{ ...said, tag: "done", deadline: null }, [...effects, done]];
}

/** A new block, and what is contiguous now. */
function taken(state: SinkState, { seqNumber, body, moreData }: SftpPacket): SinkState {
  const beyond = [...state.beyond, { number: seqNumber, bytes: body.slice() }].sort((a, b) => a.number - b.number);
  let run = 0;
  while (beyond[run]?.number === state.lastContig + 1 + run) run++;
  return {
    ...state,
    lastContig: state.lastContig + run,
    blocks: [...state.blocks, ...beyond.slice(0, run).map(({ bytes }) => bytes)],
    beyond: beyond.slice(run),
    last: moreData ? state.last : seqNumber,
  };
}

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const file = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  return file;
}

/** Rule 2. */
function acknowledge(state: SinkState, retry: boolean, options: SftpOptions): SinkStep {
  const { lastContig: gotEmAll, beyond, control } = state;
  const bitMask = sftpMask(
    gotEmAll,
    beyond.map(({ number }) => number),
  );
  const packet = transferPacket(state, "ACK", options, { seqNumber: control + 1, gotEmAll, bitMask, retry });
  return [{ ...state, control: control + 1, duplicates: 0 }, [{ tag: "send", packet }]];
}

/** Rule 1. */
function sayStart(state: SinkState, retry: boolean, options: SftpOptions): SinkStep {
  const body = encodeSftpParameters(state.parameters);
  const packet = transferPacket(state, "START", options, { seqNumber: state.control + 1, body, retry });
  return [{ ...state, control: state.control + 1 }, [{ tag: "send", packet }]];
}

/** Rule 4. */
function onTick(state: SinkState, now: Nanos, options: SftpOptions): SinkStep {
  if (state.tag !== "receiving" || state.deadline === null || now < state.deadline) return [state, NOTHING];
  if (state.tries >= options.tries) return [{ ...state, tag: "failed", deadline: null }, [{ tag: "failed" }]];
  const again: SinkState = { ...state, tries: state.tries + 1, deadline: now + options.retryAfter };
  const nothingYet = state.lastContig < state.first && state.beyond.length === 0;
  return nothingYet ? sayStart(again, true, options) : acknowledge(again, true, options);
}
