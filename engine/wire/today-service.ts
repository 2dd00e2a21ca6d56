/** Messages of a service with a queue, each the data of a UDP datagram. The layout is ours. */
import { field, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";

/** Ours. */
export const SERVICE_PORT = 31_900;

export const SERVICE_HEADER = header("Service header", "Ours.", {
  kind: field("kind", 0, 16, "1 request, 2 reply, 3 cancel"),
  attempt: field("attempt", 2, 16, "of the call, from 1"),
  call: field("call", 4, 32, "its number"),
});

const SERVICE = packetTable({
  name: "Service",
  header: SERVICE_HEADER,
  kinds: { request: [1, "request"], reply: [2, "reply"], cancel: [3, "other"] },
  below: "UDP",
  keys: [SERVICE_PORT],
  call: ({ call }) => ({ call, identity: [call] }),
});

export interface ServicePacket {
  readonly kind: "request" | "reply" | "cancel";
  readonly attempt: number;
  readonly call: number;
  readonly data: Uint8Array;
}

export const writeService = (packet: ServicePacket): Uint8Array => SERVICE.write(packet);

/** Throws WireError where the bytes make no sense. */
export function readService(bytes: Uint8Array): ServicePacket {
  const { kind, attempt, call, data } = SERVICE.read(bytes);
  return { kind, attempt, call, data: data.slice() };
}

export const dissectors: readonly Dissector[] = SERVICE.dissectors;
