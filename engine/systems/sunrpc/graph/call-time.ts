/** The time of a call whose client, server and network have nothing else to do. */
import type { Segment } from "../../../hardware/processors.ts";
import type { Nanos } from "../../../kernel/time.ts";
import { ETHERNET_BYTES } from "../../../wire/ethernet.ts";
import { IPV4_BYTES } from "../../../wire/ipv4.ts";
import { UDP_BYTES } from "../../../wire/udp.ts";
import type { EthernetMedium } from "../../world/ethernet-medium.ts";
import { SUN_RPC } from "../format.ts";
import type { ClientSegments, KernelSegments, ServerSegments, WaitSegments } from "../steps.ts";

interface CallParts {
  readonly client: ClientSegments;
  readonly server: ServerSegments;
  readonly kernel: KernelSegments;
  readonly medium: EthernetMedium;
}

const EMPTY = new Uint8Array(0);
const CALL_BYTES = SUN_RPC.call({ xid: 0, program: 0, version: 0, procedure: 0, data: EMPTY }).length;
const REPLY_BYTES = SUN_RPC.reply({ xid: 0, ending: { status: "SUCCESS", data: EMPTY } }).length;

const sumOf = (segments: readonly Segment[]): Nanos => segments.reduce((sum, { total }) => sum + total, 0);

/**
 * From the beginning of a call without an argument to its end, in nanoseconds, without the procedure. It adds up the
 * segments that follow each other. The server's program is the first on its list.
 */
export function callTime({ client, server, kernel, medium }: CallParts): Nanos {
  const { ethernet } = medium;
  const onTheWire = (bytes: number): Nanos =>
    ethernet.frameTime(ETHERNET_BYTES + IPV4_BYTES + UDP_BYTES + bytes) + ethernet.propagation;
  // A process that sleeps in select when the packet comes.
  const arrives = ({ rouse, read }: WaitSegments, bytes: number) => [
    kernel.received,
    kernel.udpInput(UDP_BYTES + bytes),
    rouse,
    read(0),
  ];
  return (
    sumOf([client.request(0), ...arrives(server, CALL_BYTES), server.take(1)]) +
    sumOf([server.reply(0), ...arrives(client, REPLY_BYTES), client.decode]) +
    onTheWire(CALL_BYTES) +
    onTheWire(REPLY_BYTES)
  );
}
