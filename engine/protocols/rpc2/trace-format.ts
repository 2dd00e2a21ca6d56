/** For tests: what happens on a net of RPC2, as the lines of a trace. */
import { u32 } from "../../wire/bytes.ts";
import { isInit1, NO_SEQUENCE, parseRpc2, RPC2_AT, RPC2_FLAG, RPC2_OPCODE, rpc2Kind } from "../../wire/rpc2.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import { openRpc2 } from "../../wire/rpc2-cipher.ts";
import { describeReturnCode, RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { describeSftp, parseSftp, SFTP_VERSION, type SftpPacket } from "../../wire/sftp.ts";
import type { ToldStep } from "../testing/ends-script.ts";
import { formatData, formatTime, tell, type Sentences } from "../testing/told.ts";
import type { ClientState } from "./client-state.ts";
import { sealOf, type Handle } from "./connection.ts";
import { allEnds, endOf, type End } from "./connection-table.ts";
import { isMulticast } from "./groups.ts";
import { isForProgram, type Rpc2Step } from "./net.ts";
import type { ProcessState } from "./process-state.ts";
import type { ProcessEffect, ProcessInput } from "./process-types.ts";
import type { Sending } from "./reliable.ts";
import type { Held, ServerState } from "./server-state.ts";

/** What a trace shows beside what it always shows. */
interface Shown {
  readonly stamps: boolean;
  readonly lamport: boolean;
}

/** Tells steps, which come to it in their order: a line has the states that are others than before. */
export class Lines {
  private shown: Shown = { stamps: false, lamport: false };
  private readonly ever = new Map<string, Handle[]>(); // all connections that a host ever had
  private readonly states = new Map<string, string>(); // of connections, by host and handle, as they were shown last

  /** No line for what a program does to no effect, unless it is refused. */
  tell({ host, input, after, effects }: Rpc2Step, shown = this.shown): readonly ToldStep[] {
    this.shown = shown;
    const bytes = input.tag === "datagram" ? input.bytes : null;
    const isForRpc2 = bytes !== null && !isSftp(bytes);
    const changed = this.changed(host, after, isForRpc2 ? u32(bytes, RPC2_AT.remoteHandle) : 0);
    const told = effects.filter(isForProgram).map((effect) => this.effect(effect));
    const text = bytes === null ? tell(INPUTS, input) : `<- ${this.arrived(bytes, after)}`;
    const isRefused = effects.some((effect) => effect.tag === "outcome" && effect.code !== RPC2_RETURN.success);
    if (bytes === null && !isRefused && told.length + changed.length === 0) return [];
    return [{ input: text, state: changed.join("; "), effects: told }];
  }

  private effect(effect: ProcessEffect): string {
    if (effect.tag !== "send" && effect.tag !== "send data") return tell(EFFECTS, effect);
    const sealed = effect.seal === null ? "" : effect.seal.level === "secure" ? ", encrypted" : ", header encrypted";
    return `-> ${formatPacket(effect.packet, this.shown)}${sealed}`;
  }

  private arrived(bytes: Uint8Array, { connections }: ProcessState): string {
    const end = endOf(connections, u32(bytes, RPC2_AT.remoteHandle));
    const isSealed = (u32(bytes, RPC2_AT.flags) & RPC2_FLAG.encrypted) !== 0;
    if (isSealed && isMulticast(bytes)) return `to all of group ${u32(bytes, RPC2_AT.remoteHandle)}: encrypted`;
    if (isSealed && end === null) return `a packet of ${bytes.length} bytes, encrypted for no connection`;
    const clear = openRpc2(bytes, isSealed && end !== null ? sealOf(end.state) : null);
    return formatPacket(isSftp(bytes) ? parseSftp(clear) : parseRpc2(clear), this.shown);
  }

  /** The connections whose states are others than they were, the one that a packet was for, and those forgotten. */
  private changed(host: string, { connections }: ProcessState, concerned: Handle): string[] {
    const ends = new Map(allEnds(connections).map((end) => [end.state.handle, formatEnd(end)]));
    const ever = this.ever.get(host) ?? [];
    ever.push(...[...ends.keys()].filter((handle) => !ever.includes(handle)));
    this.ever.set(host, ever);
    const lines: string[] = [];
    const gone: string[] = [];
    for (const [index, handle] of ever.entries()) {
      const key = `${host} ${handle}`;
      const number = ever.length > 1 ? `#${index + 1} ` : "";
      const [before, now] = [this.states.get(key), ends.get(handle)];
      if (now === undefined) {
        if (this.states.delete(key)) gone.push(`${number}forgotten`);
        continue;
      }
      this.states.set(key, now);
      if (now !== before || handle === concerned) lines.push(`${number}${now}`);
    }
    return [...lines, ...gone];
  }
}

const isSftp = (bytes: Uint8Array): boolean => u32(bytes, 0) === SFTP_VERSION;

function formatPacket(packet: Rpc2Packet | SftpPacket, { stamps, lamport }: Shown): string {
  if (!("protoVersion" in packet)) return describeSftp(packet);
  const { opcode, flags, seqNumber, returnCode, body } = packet;
  const kind = rpc2Kind(opcode) ?? String(opcode);
  const isInit = isInit1(opcode) || kind.startsWith("INIT");
  const hasNumber = !isInit && opcode !== RPC2_OPCODE.nak;
  return [
    (flags & RPC2_FLAG.retry) !== 0 ? "RETRY " : "",
    (flags & RPC2_FLAG.multicast) !== 0 ? `to all of group ${packet.remoteHandle}: ` : "",
    kind,
    hasNumber ? ` seq ${seqNumber === NO_SEQUENCE ? -1 : seqNumber}` : "",
    (flags & RPC2_FLAG.ackReply) !== 0 ? " acknowledges" : "",
    returnCode === 0 ? "" : ` returns ${describeReturnCode(returnCode)}`,
    isInit ? "" : formatData(body),
    lamport ? ` Lamport ${packet.lamport}` : "",
    stamps ? ` stamp ${packet.timeStamp}` : "",
  ].join("");
}

const formatEnd = ({ role, state }: End): string =>
  role === "client" ? tell(CLIENT_STATES, state) : tell(SERVER_STATES, state);

function formatSending({ sends, deadline, index, expired }: Sending): string {
  if (sends === 0) return "not sent yet";
  const after = index === 0 ? ", heard BUSY" : "";
  return `send ${sends}${after}, until ${formatTime(deadline)}${expired ? ", expired" : ""}`;
}

function formatHeld(held: Held | null): string {
  if (held === null) return "";
  const kind = rpc2Kind(held.packet.opcode) ?? "";
  const number = held.packet.opcode === RPC2_OPCODE.reply ? ` ${held.packet.seqNumber}` : "";
  const again = held.sending === null ? "" : `, not acknowledged, ${formatSending(held.sending)}`;
  return `, keeps ${kind}${number} until ${formatTime(held.until)}${again}`;
}

const sends = ({ tag, sending }: { readonly tag: string; readonly sending: Sending }): string =>
  `${tag}, ${formatSending(sending)}`;
const broken = ({ code }: { readonly code: number }): string => `HARDERROR, ${describeReturnCode(code)}`;

const CLIENT_STATES: Sentences<ClientState> = {
  AWAITINIT2: sends,
  AWAITINIT4: sends,
  THINK: ({ nextSeq, seen }) => {
    const due = seen?.due ?? null;
    return `THINK, next ${nextSeq}${due === null ? "" : `, owes an acknowledgement until ${formatTime(due)}`}`;
  },
  AWAITREPLY: ({ nextSeq, sending }) => `AWAITREPLY to ${nextSeq}, ${formatSending(sending)}`,
  HARDERROR: broken,
};

type Idle = Extract<ServerState, { readonly tag: "AWAITENABLE" | "AWAITREQUEST" }>;
const idle = ({ tag, nextSeq, held }: Idle): string => `${tag}, expects ${nextSeq}${formatHeld(held)}`;
type Working = Extract<ServerState, { readonly tag: "REQINQUEUE" | "PROCESS" | "INSE" }>;
const working = ({ tag, nextSeq, busyAt }: Working): string =>
  `${tag}, expects ${nextSeq}${busyAt === null ? "" : `, BUSY at ${formatTime(busyAt)}`}`;

const SERVER_STATES: Sentences<ServerState> = {
  AWAITINIT3: sends,
  AWAITENABLE: idle,
  AWAITREQUEST: idle,
  REQINQUEUE: working,
  PROCESS: working,
  INSE: working,
  HARDERROR: broken,
};

const INPUTS: Sentences<ProcessInput> = {
  export: () => "exports",
  bind: () => "binds",
  join: () => "joins",
  makerpc: () => "calls",
  multirpc: () => "calls in parallel",
  enable: () => "enables",
  sendresponse: () => "responds",
  checksideeffect: () => "checks its side effect",
  transmit: () => "sends",
  multicast: () => "sends to all",
  retransmit: () => "sends again",
  "go on": () => "has control again",
  look: () => "looks",
  expire: () => "looks at the clock",
};

const withoutLine = (): string => "";

const EFFECTS: Sentences<Exclude<ProcessEffect, { readonly tag: "send" | "send data" }>> = {
  bound: ({ code }) => `bound${code === 0 ? "" : `, ${describeReturnCode(code)}`}`,
  "bind failed": ({ code }) => `bind failed: ${describeReturnCode(code)}`,
  returned: ({ code, reply, file }) => {
    const result = reply.returnCode === 0 ? "" : ` ${describeReturnCode(reply.returnCode)}`;
    const trouble = code === 0 ? "" : `, but ${describeReturnCode(code)}`;
    return `returned${result}${formatData(reply.body)}${file === null ? "" : ` with ${file.length} bytes`}${trouble}`;
  },
  failed: ({ code }) => `failed: ${describeReturnCode(code)}`,
  request: ({ request }) => `thread takes ${request.seqNumber}${formatData(request.body)}`,
  "new connection": () => "thread takes the new connection",
  "no request": () => "thread’s time is over",
  "side effect over": ({ code, file }) =>
    `side effect over${code !== 0 ? `: ${describeReturnCode(code)}` : file === null ? "" : `, ${file.length} bytes`}`,
  handle: ({ index, code, reply }) =>
    `handler: server ${index}${reply === null ? ` ${describeReturnCode(code)}` : formatData(reply.body)}`,
  "multi returned": ({ code, codes }) =>
    `MULTIRPC returns ${describeReturnCode(code)}: ${codes.map(describeReturnCode).join(", ")}`,
  dropped: ({ why }) => `dropped: ${why}`,
  transmit: withoutLine,
  multicast: withoutLine,
  retransmit: withoutLine,
  wake: withoutLine,
  yield: withoutLine,
};
