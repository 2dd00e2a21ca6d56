/**
 * Takes FlexRPC messages apart into layers and fields. A segment shows a FlexRPC header only where it begins with one;
 * its other bytes are the middle of a message that an earlier segment began.
 */
import { u16, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import {
  FLEX,
  FLEX_AT,
  FLEX_BYTES,
  FLEX_CALLEE,
  FLEX_MAGIC,
  FLEX_RESULT,
  flexHeaderBytes,
  flexHeaderLength,
  FLEXRPC_PORT,
  parseFlexHeader,
  type FlexMessage,
} from "./flexrpc.ts";
import { showHeader } from "./header.ts";
import { bytesLayer, type Dissector, type Field, type Layer, type MessageStream, type Taken } from "./layer.ts";

const readFlex = (frame: Uint8Array, at: number, end: number): Taken => ({ layers: flexLayers(frame, at, end) });

function flexLayers(frame: Uint8Array, at: number, end: number): readonly Layer[] {
  if (end - at < 2 || u16(frame, at) !== FLEX_MAGIC) return bytesLayer("data", at, end, "the middle of a message");
  let message: FlexMessage;
  try {
    message = parseFlexHeader(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return bytesLayer("data", at, end, `no whole FlexRPC header: ${error.message}`);
  }
  const length = flexHeaderBytes(message);
  const body = message.type === "request" ? "argument, or as much as fits" : "results, or as much as fits";
  return [
    { name: "FlexRPC", length, fields: [...headFields(frame, at, message), ...listFields(frame, at, message)] },
    ...bytesLayer("data", at + length, end, body),
  ];
}

function headFields(frame: Uint8Array, at: number, { type }: FlexMessage): Field[] {
  const isRequest = type === "request";
  return showHeader(FLEX, frame, at, {
    position: { note: isRequest ? "of the addressee" : "of the sender" },
    count: { note: isRequest ? "callees behind" : "results" },
  });
}

const listFields = (frame: Uint8Array, at: number, message: FlexMessage): readonly Field[] =>
  message.type === "request"
    ? message.callees.flatMap((_, i) =>
        showHeader(FLEX_CALLEE, frame, at + FLEX_BYTES + i * FLEX_CALLEE.bytes, {
          callee: { name: `callee ${message.position + 1 + i}` },
        }),
      )
    : message.results.flatMap((_, i) => showHeader(FLEX_RESULT, frame, at + FLEX_BYTES + i * FLEX_RESULT.bytes));

/** Of a request its callees stand before the body, of results their lengths. */
const STREAM: MessageStream = {
  headBytes: FLEX_BYTES,
  lengthOf: (head) => {
    if (head.length < FLEX_BYTES) {
      return head.length === 0 || head[0] === FLEX_MAGIC >> 8 ? "more" : null;
    }
    try {
      return flexHeaderLength(head, 0, head.length) + u32(head, FLEX_AT.bodyLength);
    } catch (error) {
      if (error instanceof WireError) return null;
      throw error; // a bug of ours, not of the bytes
    }
  },
  callPacket: (bytes) => {
    try {
      const message = parseFlexHeader(bytes);
      const { call, position } = message;
      const isRequest = message.type === "request";
      return {
        ...{ role: isRequest ? "request" : "reply", kind: isRequest ? "argument" : "result", call, identity: [call] },
        ...{ place: position, procedure: null, dataAt: flexHeaderBytes(message) },
        isFailed: !isRequest && message.results.every(({ status }) => status !== "answered"),
      };
    } catch (error) {
      if (error instanceof WireError) return null;
      throw error; // a bug of ours, not of the bytes
    }
  },
};

/** Kinds of segments: two carry messages, and TCP sends the others for itself. */
const PACKET_KINDS = {
  argument: "request",
  result: "reply",
  acknowledgement: "acknowledgement",
  probe: "other",
  open: "other",
} as const;

export const dissectors: readonly Dissector[] = [
  { name: "FlexRPC", below: "TCP", keys: [FLEXRPC_PORT], packetKinds: PACKET_KINDS, read: readFlex, stream: STREAM },
];
