/** The portmapper of the server's machine: a process that tells clients on which port a program listens. */
import type { Asked } from "../../protocols/sunrpc/client.ts";
import type { Call, Ending } from "../../protocols/sunrpc/message.ts";
import { sunServer } from "../../protocols/sunrpc/server.ts";
import { PROTOCOL_TCP, PROTOCOL_UDP } from "../../wire/ipv4.ts";
import { putU32, u32 } from "../../wire/bytes.ts";
import { encodeMapping, parseMapping, PORTMAP, PORTMAP_PORT, PORTMAP_PROGRAM } from "../../wire/portmap.ts";
import { SUN_RPC } from "./format.ts";
import type { SunHost } from "./host.ts";
import { Server } from "./server.ts";
import type { ServerSegments } from "./steps.ts";

const VERSION = 2;
const PORT_BYTES = 4;

/** A program that a server has registered with the portmapper. */
interface Mapped {
  readonly program: number;
  readonly version: number;
  readonly isStream: boolean;
  readonly port: number;
}

const protocolOf = (isStream: boolean): number => (isStream ? PROTOCOL_TCP : PROTOCOL_UDP);

/** GETPORT: on which port does a program listen? */
export const getPort = ({ program, version }: Pick<Mapped, "program" | "version">, isStream: boolean): Asked => ({
  program: PORTMAP_PROGRAM,
  version: VERSION,
  procedure: PORTMAP.getport,
  data: encodeMapping({ program, version, protocol: protocolOf(isStream), port: 0 }),
});

/** The port in an answer to GETPORT; 0 where the program is not registered. */
export const portIn = (data: Uint8Array): number => (data.length < PORT_BYTES ? 0 : u32(data, 0));

function answer(call: Call, mapped: Mapped): Ending {
  const { program, version, protocol } = parseMapping(call.data);
  const data = new Uint8Array(PORT_BYTES);
  const isMapped = program === mapped.program && version === mapped.version && protocol === protocolOf(mapped.isStream);
  if (isMapped) putU32(data, 0, mapped.port);
  return { status: "SUCCESS", data };
}

/** The process, to be started. Kinds of its packets are "port question" and "port answer". */
export const portmapper = (host: SunHost, segments: ServerSegments, mapped: Mapped): Server =>
  new Server(host, {
    name: "portmapper",
    port: PORTMAP_PORT,
    isStream: false,
    machine: sunServer({
      registered: [{ program: PORTMAP_PROGRAM, version: VERSION, procedures: Object.values(PORTMAP) }],
      cache: 0,
      without: [],
    }),
    format: SUN_RPC,
    kind: PORT_ANSWER,
    // The four bytes of its answer are in the profile of sendto, whose messages had as many.
    segments: { ...segments, reply: () => segments.reply(0) },
    procedure: { waits: () => 0, run: (call) => answer(call, mapped) },
  });

export const PORT_QUESTION = "port question";
const PORT_ANSWER = "port answer";
