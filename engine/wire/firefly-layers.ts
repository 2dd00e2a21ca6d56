/** Takes Firefly RPC packets apart into layers and fields. */
import { WireError } from "./error.ts";
import { FIREFLY, FIREFLY_BYTES, FIREFLY_PORT, parseFirefly, type FireflyType } from "./firefly.ts";
import { showHeader } from "./header.ts";
import { bytesLayer, type Dissector, type PacketRole, type Taken } from "./layer.ts";

function readFirefly(frame: Uint8Array, at: number, end: number): Taken | string {
  try {
    parseFirefly(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
  return {
    layers: [
      { name: "Firefly RPC", length: FIREFLY_BYTES, fields: showHeader(FIREFLY, frame, at) },
      ...bytesLayer("data", at + FIREFLY_BYTES, end, "arguments or results"),
    ],
  };
}

const PACKET_KINDS: Readonly<Record<FireflyType, PacketRole>> = {
  call: "request",
  result: "reply",
  acknowledgement: "acknowledgement",
  probe: "other",
  reject: "other",
  data: "other",
};

export const dissectors: readonly Dissector[] = [
  { name: "Firefly RPC", below: "UDP", keys: [FIREFLY_PORT], packetKinds: PACKET_KINDS, read: readFirefly },
];
