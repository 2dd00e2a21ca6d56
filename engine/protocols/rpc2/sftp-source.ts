/**
 * The end of a side effect that has the file: SFTP's source. A transfer goes in rounds: a set of packets, the last of
 * which asks for an acknowledgement, then waiting for it.
 *
 *     waiting ──START──▶ sending ──all acknowledged──▶ done      a client waits until the server is ready
 *     sending ──too many silences──▶ failed                      only at a server
 *
 * Rules
 * 1. A set has `sendAhead` new packets, as long as the window has room for all of them. Its packet number `ackPoint`,
 *    or its last where it is shorter, asks for an acknowledgement.
 * 2. An acknowledgement says what has come: all up to a number, and some beyond. What is missing before the last that
 *    has come goes out again, before the next set; where the sink says so again unasked, all that it was asked about.
 * 3. Where nothing new can go, because the window is full or the file at its end, the last packet that is sent again
 *    asks for the acknowledgement; with a full window only the first missing one is sent.
 * 4. Only the server keeps time, at either end: as a source it takes silence for the loss of all that it has asked
 *    about, and gives up after `tries` silences. A client waits as long as its call lasts.
 *
 * (RPC2 manual, SFTP internals; retry after 2 s, 10 times.)
 */
import type { Nanos } from "../../kernel/time.ts";
import { sftpMaskNumbers, type SftpPacket, type SftpParameters } from "../../wire/sftp.ts";
import { parseSftpParameters } from "../../wire/sftp.ts";
import { NO_DATA, transferPacket, type SftpOptions, type Transfer, type TransferEffect } from "./sftp.ts";

export interface SourceState extends Transfer {
  readonly end: "source";
  readonly tag: "waiting" | "sending" | "done" | "failed";
  readonly file: Uint8Array;
  readonly last: number; // number of the last data packet
  readonly lastContig: number; // all up to here has come
  readonly got: readonly number[]; // beyond that
  readonly mostRecent: number; // the last that was sent
  readonly ackLimit: number; // the last that an acknowledgement was asked about
  readonly tries: number; // silences in a row
  readonly deadline: Nanos | null; // rule 4
}

type SourceStep = [SourceState, readonly TransferEffect[]];

const NOTHING: readonly TransferEffect[] = [];

/** Of a file of no bytes there is one packet, too. */
const lastOf = (transfer: Transfer, file: Uint8Array): number =>
  transfer.first + Math.max(1, Math.ceil(file.length / transfer.parameters.packetSize)) - 1;

/** The source of a transfer. A server's sends at once; a client's waits for a START. */
export function startSource(transfer: Transfer, file: Uint8Array, now: Nanos, options: SftpOptions): SourceStep {
  const before = transfer.first - 1;
  const state: SourceState = {
    ...transfer,
    end: "source",
    tag: "waiting",
    file,
    last: lastOf(transfer, file),
    lastContig: before,
    got: [],
    mostRecent: before,
    ackLimit: before,
    tries: 0,
    deadline: null,
  };
  return transfer.role === "client" ? [state, NOTHING] : sendRound({ ...state, tag: "sending" }, [], now, options);
}

type SourceInput = { readonly tag: "packet"; readonly packet: SftpPacket } | { readonly tag: "tick" };

export function stepSource(state: SourceState, input: SourceInput, now: Nanos, options: SftpOptions): SourceStep {
  if (input.tag === "tick") return onTick(state, now, options);
  const { packet } = input;
  if (packet.thisRpcCall !== state.call) return [state, NOTHING]; // of another call
  const heard: SourceState = { ...state, echo: packet.timeStamp };
  if (packet.opcode === "START" && state.tag === "waiting") return onStart(heard, packet, now, options);
  if (packet.opcode === "START" && state.tag === "sending") {
    return sendRound(heard, missing(heard, heard.ackLimit), now, options); // nothing at all has come
  }
  if (packet.opcode !== "ACK" || state.tag !== "sending") return [state, NOTHING];
  return onAck(heard, packet, now, options);
}

/** The server's parameters are taken without question. */
function onStart(state: SourceState, packet: SftpPacket, now: Nanos, options: SftpOptions): SourceStep {
  const parameters: SftpParameters = parseSftpParameters(packet.body);
  const agreed = { ...state, parameters };
  return sendRound({ ...agreed, tag: "sending", last: lastOf(agreed, state.file) }, [], now, options);
}

/** Rule 2. */
function onAck(state: SourceState, packet: SftpPacket, now: Nanos, options: SftpOptions): SourceStep {
  const { gotEmAll, bitMask, retry } = packet;
  if (gotEmAll < state.lastContig || gotEmAll > state.mostRecent) return [state, NOTHING]; // overtaken by a later one
  const got = sftpMaskNumbers(gotEmAll, bitMask);
  const known: SourceState = { ...state, lastContig: gotEmAll, got, tries: 0 };
  if (gotEmAll === state.last) {
    return [{ ...known, tag: "done", deadline: null }, [{ tag: "done", file: state.file }]];
  }
  return sendRound(known, missing(known, retry ? known.ackLimit : (got.at(-1) ?? gotEmAll)), now, options);
}

/** The packets that have not come, up to a number. */
function missing({ lastContig, got }: SourceState, upTo: number): readonly number[] {
  const numbers: number[] = [];
  for (let number = lastContig + 1; number <= upTo; number++) if (!got.includes(number)) numbers.push(number);
  return numbers;
}

/** Rules 1 and 3. */
function sendRound(state: SourceState, again: readonly number[], now: Nanos, options: SftpOptions): SourceStep {
  const { windowSize, sendAhead, ackPoint } = state.parameters;
  const { mostRecent, lastContig, last } = state;
  const ahead = Math.min(sendAhead, last - mostRecent);
  const isOpen = ahead > 0 && mostRecent + ahead - lastContig <= windowSize;
  const isFull = ahead > 0 && !isOpen;
  const repeated = isFull ? again.slice(0, 1) : again;
  const fresh = isOpen ? Array.from({ length: ahead }, (_, index) => mostRecent + 1 + index) : [];
  const asks = isOpen ? (fresh[Math.min(ackPoint, ahead) - 1] ?? last) : repeated.at(-1);
  const deadline = state.role === "server" ? now + options.retryAfter : null;
  const next: SourceState = {
    ...state,
    mostRecent: mostRecent + fresh.length,
    ackLimit: Math.max(state.ackLimit, asks ?? 0),
    deadline,
  };
  const packets = [...repeated, ...fresh].map((number) =>
    dataPacket(next, number, { retry: number <= mostRecent, ackMe: number === asks }, options),
  );
  return [next, packets.map((packet) => ({ tag: "send", packet }))];
}

function dataPacket(
  state: SourceState,
  number: number,
  flags: { readonly retry: boolean; readonly ackMe: boolean },
  options: SftpOptions,
): SftpPacket {
  const at = (number - state.first) * state.parameters.packetSize;
  const body = state.file.length === 0 ? NO_DATA : state.file.subarray(at, at + state.parameters.packetSize);
  const first = number === state.lastContig + 1;
  const moreData = number !== state.last;
  return transferPacket(state, "DATA", options, { seqNumber: number, ...flags, first, moreData, body });
}

/** Rule 4. */
function onTick(state: SourceState, now: Nanos, options: SftpOptions): SourceStep {
  if (state.tag !== "sending" || state.deadline === null || now < state.deadline) return [state, NOTHING];
  if (state.tries >= options.tries) return [{ ...state, tag: "failed", deadline: null }, [{ tag: "failed" }]];
  return sendRound({ ...state, tries: state.tries + 1 }, missing(state, state.ackLimit), now, options);
}
