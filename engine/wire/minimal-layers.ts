/** Takes the messages of the minimal program apart. The server's port says which way a message goes. */
import { showHeader, type Header } from "./header.ts";
import { bytesLayer, type Below, type Dissector, type Taken } from "./layer.ts";
import { MINIMAL_CALL, MINIMAL_PORT, MINIMAL_REPLY } from "./minimal.ts";

const NAME = "Minimal protocol";
const TO = 1; // of the two ports that UDP gives

function read(frame: Uint8Array, at: number, end: number, { keys }: Below): Taken | string {
  const isCall = keys[TO] === MINIMAL_PORT;
  const table: Header = isCall ? MINIMAL_CALL : MINIMAL_REPLY;
  if (end - at < table.bytes) return `${end - at} bytes are too few for a ${table.what}, which has ${table.bytes}`;
  return {
    layers: [
      { name: NAME, length: table.bytes, fields: showHeader(table, frame, at) },
      ...bytesLayer("data", at + table.bytes, end, isCall ? "argument" : "behind the reply"),
    ],
  };
}

export const dissectors: readonly Dissector[] = [
  {
    name: NAME,
    below: "UDP",
    keys: [MINIMAL_PORT],
    packetKinds: { call: "request", reply: "reply" },
    read,
  },
];
