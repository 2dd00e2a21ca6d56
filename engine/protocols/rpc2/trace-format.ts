/** For tests: packets, states and effects as lines of a trace. */
import { isInit1, NO_SEQUENCE, RPC2_FLAG, RPC2_OPCODE, rpc2Kind, type Rpc2Packet } from "../../wire/rpc2.ts";
import { describeReturnCode } from "../../wire/rpc2-codes.ts";
import { describeSftp, type SftpPacket } from "../../wire/sftp.ts";
import { formatData, formatTime } from "../testing/script.ts";
import type { ClientState } from "./client-state.ts";
import type { End } from "./connection-table.ts";
import type { ProcessEffect } from "./process-types.ts";
import type { Sending } from "./reliable.ts";
import type { Held, ServerState } from "./server-state.ts";

/** What a trace shows beside what it always shows. */
export interface Shown {
  readonly stamps: boolean;
  readonly lamport: boolean;
}

export function formatPacket(packet: Rpc2Packet | SftpPacket, shown: Shown): string {
  return "protoVersion" in packet ? formatRpc2(packet, shown) : describeSftp(packet);
}

function formatRpc2(packet: Rpc2Packet, { stamps, lamport }: Shown): string {
  const { opcode, flags, seqNumber, returnCode, body } = packet;
  const retry = (flags & RPC2_FLAG.retry) !== 0 ? "RETRY " : "";
  const kind = rpc2Kind(opcode) ?? String(opcode);
  const isInit = isInit1(opcode) || kind.startsWith("INIT");
  const sequence =
    isInit || opcode === RPC2_OPCODE.nak ? "" : seqNumber === NO_SEQUENCE ? " seq -1" : ` seq ${seqNumber}`;
  const acknowledges = (flags & RPC2_FLAG.ackReply) !== 0 ? " acknowledges" : "";
  const code = returnCode === 0 ? "" : ` returns ${describeReturnCode(returnCode)}`;
  const data = isInit ? "" : formatData(body);
  const clocks = `${lamport ? ` Lamport ${packet.lamport}` : ""}${stamps ? ` stamp ${packet.timeStamp}` : ""}`;
  return `${retry}${kind}${sequence}${acknowledges}${code}${data}${clocks}`;
}

export const formatEnd = ({ role, state }: End): string =>
  role === "client" ? formatClient(state) : formatServer(state);

function formatSending({ sends, deadline, index, expired }: Sending): string {
  if (sends === 0) return "not sent yet";
  const after = index === 0 ? ", heard BUSY" : "";
  return `send ${sends}${after}, until ${formatTime(deadline)}${expired ? ", expired" : ""}`;
}

function formatClient(state: ClientState): string {
  switch (state.tag) {
    case "THINK": {
      const { seen } = state;
      const owed = seen?.due === null || seen === null ? "" : `, owes an acknowledgement until ${formatTime(seen.due)}`;
      return `THINK, next ${state.nextSeq}${owed}`;
    }
    case "AWAITREPLY":
      return `AWAITREPLY to ${state.nextSeq}, ${formatSending(state.sending)}`;
    case "HARDERROR":
      return `HARDERROR, ${describeReturnCode(state.code)}`;
    default:
      return `${state.tag}, ${formatSending(state.sending)}`;
  }
}

function formatHeld(held: Held | null): string {
  if (held === null) return "";
  const kind = rpc2Kind(held.packet.opcode) ?? "";
  const number = held.packet.opcode === RPC2_OPCODE.reply ? ` ${held.packet.seqNumber}` : "";
  const again = held.sending === null ? "" : `, not acknowledged, ${formatSending(held.sending)}`;
  return `, keeps ${kind}${number} until ${formatTime(held.until)}${again}`;
}

function formatServer(state: ServerState): string {
  switch (state.tag) {
    case "AWAITINIT3":
      return `AWAITINIT3, ${formatSending(state.sending)}`;
    case "AWAITENABLE":
    case "AWAITREQUEST":
      return `${state.tag}, expects ${state.nextSeq}${formatHeld(state.held)}`;
    case "REQINQUEUE":
    case "PROCESS":
    case "INSE": {
      const busy = state.busyAt === null ? "" : `, BUSY at ${formatTime(state.busyAt)}`;
      return `${state.tag}, expects ${state.nextSeq}${busy}`;
    }
    case "HARDERROR":
      return `HARDERROR, ${describeReturnCode(state.code)}`;
    default:
      return state.tag;
  }
}

/** The line of an effect; null where another line says it already. */
export function formatEffect(effect: ProcessEffect, note: string, shown: Shown): string | null {
  switch (effect.tag) {
    case "send":
    case "send data": {
      const sealed = effect.seal === null ? "" : effect.seal.level === "secure" ? ", encrypted" : ", header encrypted";
      return `-> ${formatPacket(effect.packet, shown)}${sealed}${note}`;
    }
    case "bound":
      return `bound${effect.code === 0 ? "" : `, ${describeReturnCode(effect.code)}`}`;
    case "bind failed":
      return `bind failed: ${describeReturnCode(effect.code)}`;
    case "returned": {
      const code = effect.reply.returnCode === 0 ? "" : ` ${describeReturnCode(effect.reply.returnCode)}`;
      const trouble = effect.code === 0 ? "" : `, but ${describeReturnCode(effect.code)}`;
      const file = effect.file === null ? "" : ` with ${effect.file.length} bytes`;
      return `returned${code}${formatData(effect.reply.body)}${file}${trouble}`;
    }
    case "failed":
      return `failed: ${describeReturnCode(effect.code)}`;
    case "request":
      return `thread takes ${effect.request.seqNumber}${formatData(effect.request.body)}`;
    case "new connection":
      return "thread takes the new connection";
    case "no request":
      return "thread's time is over";
    case "side effect over": {
      const file = effect.file === null ? "" : `, ${effect.file.length} bytes`;
      return `side effect over${effect.code === 0 ? file : `: ${describeReturnCode(effect.code)}`}`;
    }
    case "handle": {
      const result = effect.reply === null ? ` ${describeReturnCode(effect.code)}` : formatData(effect.reply.body);
      return `handler: server ${effect.index}${result}`;
    }
    case "multi returned": {
      const codes = effect.codes.map(describeReturnCode).join(", ");
      return `MULTIRPC returns ${describeReturnCode(effect.code)}: ${codes}`;
    }
    case "dropped":
      return `dropped: ${effect.why}`;
    case "transmit":
    case "retransmit":
    case "wake":
    case "yield":
      return null;
  }
}
