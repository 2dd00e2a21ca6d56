/** The ways over connections: Gemini, Mercury, and FlexRPC’s chain. */
import { millis } from "../../kernel/time.ts";
import { durationOf } from "../../hardware/cost.ts";
import { MANY_ASSUMED } from "../../hardware/many-costs.ts";
import { CALLER } from "../../protocols/ends.ts";
import { flexEnds, flexMessage, type FlexHost } from "../../protocols/flexrpc/ends.ts";
import { geminiEnds } from "../../protocols/gemini/ends.ts";
import { mercuryEnds } from "../../protocols/mercury/ends.ts";
import type { LinkPacket, LinksState } from "../../protocols/tcp/links.ts";
import type { StreamPacket } from "../../protocols/tcp/streams.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import { u16 } from "../../wire/bytes.ts";
import {
  encodeFlexHeader,
  FLEX_BYTES,
  FLEX_MAGIC,
  flexHeaderBytes,
  parseFlexHeader,
  type FlexMessage,
} from "../../wire/flexrpc.ts";
import type { Message } from "../portable/portable.ts";
import { SUNOS_TCP } from "../sunrpc/stream.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";
import { overTcp } from "../world/stream-format.ts";
import type { Way } from "./way.ts";

/** How 4.2BSD finds out that the other end is gone: the same for all three. */
const TCP: TcpOptions = {
  ...SUNOS_TCP,
  keepAlive: {
    after: durationOf(MANY_ASSUMED.keepAlive),
    apart: millis(10),
    every: durationOf(MANY_ASSUMED.keepAlive),
    limit: 8,
  },
};
const BUFFER_BYTES = 1024;

const STREAMS: Pick<Way<unknown, StreamPacket>, "sums" | "format" | "dataOf" | "messageOf"> = {
  sums: false,
  format: overTcp(TCP.windowBytes),
  dataOf: ({ data }) => data.length,
  messageOf: ({ from, data }) => messageIn(from === CALLER, data.length),
};

/** Each segment with data is a whole message here: an argument fits one. */
const messageIn = (isRequest: boolean, bytes: number): Message | null =>
  bytes === 0 ? null : { of: isRequest ? "request" : "reply", isFirst: true, isLast: true };

type GeminiState = ReturnType<ReturnType<typeof geminiEnds>["start"]>[number];
type MercuryState = ReturnType<ReturnType<typeof mercuryEnds>["start"]>[number];

export const GEMINI: Way<GeminiState, StreamPacket> = {
  ...STREAMS,
  ends: ({ callees, wanted, isBound }) =>
    geminiEnds({
      callees: callees.length,
      wanted: Math.min(wanted, callees.length),
      isBound,
      forkTakes: durationOf(MANY_ASSUMED.fork),
      tcp: TCP,
      without: [],
    }),
};

export const MERCURY: Way<MercuryState, StreamPacket> = {
  ...STREAMS,
  ends: ({ callees, atOnce, isBound }) =>
    mercuryEnds({
      receivers: callees.length,
      batch: atOnce,
      bufferBytes: BUFFER_BYTES,
      linger: durationOf(MANY_ASSUMED.linger),
      isBound,
      tcp: TCP,
    }),
  isStream: true,
};

// FlexRPC.

type FlexPacket = LinkPacket<FlexMessage>;

/** In a request hosts go by their numbers, and on the wire by their addresses. */
const addressed = (message: FlexMessage, to: (host: number) => number): FlexMessage =>
  message.type === "request" ? { ...message, callees: message.callees.map(to) } : message;

/** The messages that begin in a segment; a body holds no header’s magic. */
function begunIn(data: Uint8Array, sequence: number): FlexPacket["begun"] {
  const begun: FlexPacket["begun"][number][] = [];
  for (let at = 0; at + FLEX_BYTES <= data.length;) {
    if (u16(data, at) !== FLEX_MAGIC) at++;
    else {
      const placed = flexMessage(addressed(parseFlexHeader(data, at), (ip) => SMALL_NET.hostOf(ip)));
      begun.push({ message: placed, start: sequence + at });
      at += placed.headerBytes + placed.bodyBytes;
    }
  }
  return begun;
}

const FLEX_FORMAT: FrameFormat<FlexPacket> = {
  write({ begun, ...packet }, from, to) {
    const { control, length, sequence } = packet.segment;
    const data = new Uint8Array(control === "none" ? length : 0);
    for (const { message, start } of begun) {
      const head = encodeFlexHeader(addressed(message.content, (host) => SMALL_NET.stationOf(host).ip));
      data.set(head.subarray(0, data.length - (start - sequence)), start - sequence);
    }
    return STREAMS.format.write({ ...packet, data, isEnd: data.length > 0 }, from, to);
  },
  read(octets) {
    const { data, ...packet } = STREAMS.format.read(octets);
    return { ...packet, begun: begunIn(data, packet.segment.sequence) };
  },
};

export const FLEXRPC_SERIAL: Way<FlexHost<LinksState<FlexMessage>>, FlexPacket> = {
  sums: false,
  ends: ({ callees }) => flexEnds({ mode: "serial", callees: callees.length, pipelined: false }, TCP),
  format: FLEX_FORMAT,
  dataOf: ({ segment }) => (segment.control === "none" ? segment.length : 0),
  messageOf: ({ begun }) => {
    const [first] = begun;
    return first === undefined
      ? null
      : messageIn(first.message.content.type === "request", flexHeaderBytes(first.message.content));
  },
};
