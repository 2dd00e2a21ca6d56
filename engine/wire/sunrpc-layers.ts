/**
 * Takes Sun RPC messages apart into layers and fields. No port says that a packet is one: programs tell the portmapper
 * their ports. So a dissector takes bytes that read as a message from the first one on, and leaves others to other
 * dissectors.
 */
import { hex, padded, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { showHeader } from "./header.ts";
import { bytesLayer, shownField, type Below, type Dissector, type Field, type Layer, type Taken } from "./layer.ts";
import { CALLIT, MAPPING, parseMapping, PORTMAP, PORTMAP_PORT, PORTMAP_PROGRAM } from "./portmap.ts";
import { nfsCallLayers, nfsReplyLayers } from "./nfs-fields.ts";
import { NFS_PORT, NFS_PROGRAM, NFS_VERSION } from "./nfs.ts";
import { parseIdentity } from "./sunrpc-auth.ts";
import { MARK_BYTES, MAX_RECORD, RECORD_MARK } from "./sunrpc-record.ts";
import {
  AUTH_SYS,
  parseRpc,
  SUNRPC,
  SUNRPC_ACCEPTED,
  SUNRPC_AUTH,
  SUNRPC_CALL,
  SUNRPC_DENIED,
  SUNRPC_REFUSED,
  SUNRPC_REPLY,
  SUNRPC_VERSIONS,
  type Auth,
  type ParsedRpc,
  type RpcCall,
  type RpcMessage,
  type RpcReply,
} from "./sunrpc.ts";

const NAME = "Sun RPC";

/** The message, the error of one that is no message, or undefined where the bytes are of something else. */
function tryRpc(frame: Uint8Array, at: number, end: number): ParsedRpc | WireError | undefined {
  const isMessage = end - at >= SUNRPC.bytes + 4 && u32(frame, at + SUNRPC.at.type) <= 1;
  if (!isMessage) return undefined;
  try {
    return parseRpc(frame, at, end);
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error; // a bug of ours, not of the bytes
  }
}

/** Goes through the parts of a message, each of which a table describes. */
class Fields {
  readonly all: Field[] = [];
  at: number;
  private readonly frame: Uint8Array;

  constructor(frame: Uint8Array, at: number) {
    this.frame = frame;
    this.at = at;
  }

  part(table: Parameters<typeof showHeader>[0]): void {
    this.all.push(...showHeader(table, this.frame, this.at));
    this.at += table.bytes;
  }

  auth(what: string, { flavor, body }: Auth): void {
    this.all.push(...showHeader(SUNRPC_AUTH, this.frame, this.at, { flavor: { name: `${what}, flavour` } }));
    this.at += SUNRPC_AUTH.bytes;
    if (body.length > 0) {
      const text = flavor === AUTH_SYS ? identityText({ flavor, body }) : `${body.length} bytes`;
      this.all.push(shownField(what, text, this.at, body.length));
    }
    this.at += padded(body.length);
  }
}

function identityText(auth: Auth): string {
  try {
    const { machine, uid, gid, gids } = parseIdentity(auth);
    return `${machine}, user ${uid}, group ${gid}${gids.length === 0 ? "" : `, also in ${gids.join(", ")}`}`;
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
}

function callFields(fields: Fields, { credentials, verifier }: RpcCall): void {
  fields.part(SUNRPC_CALL);
  fields.auth("credentials", credentials);
  fields.auth("verifier", verifier);
}

function replyFields(fields: Fields, reply: RpcReply): void {
  fields.part(SUNRPC_REPLY);
  if (reply.kind === "accepted") {
    fields.auth("verifier", reply.verifier);
    fields.part(SUNRPC_ACCEPTED);
    if (reply.status === "PROG_MISMATCH") fields.part(SUNRPC_VERSIONS);
    return;
  }
  fields.part(SUNRPC_DENIED);
  fields.part(reply.reason === "AUTH_ERROR" ? SUNRPC_REFUSED : SUNRPC_VERSIONS);
}

function layersOf(
  frame: Uint8Array,
  at: number,
  end: number,
  { message, body }: ParsedRpc,
  isNfs: boolean, // whether one of its ports is that of NFS
): readonly Layer[] {
  const fields = new Fields(frame, at);
  fields.part(SUNRPC);
  if (message.kind === "call") callFields(fields, message);
  else replyFields(fields, message);
  const head: Layer = { name: NAME, length: body - at, fields: fields.all };
  if (message.kind === "call" && asksPortmapper(message) && end - body === MAPPING.bytes) {
    return [head, { name: "portmapper’s question", length: end - body, fields: mappingFields(frame, body) }];
  }
  const indirect = message.kind === "call" ? indirectLayers(frame, body, end, message) : null;
  if (indirect !== null) return [head, ...indirect];
  const nfs = isNfs ? nfsLayers(frame, body, end, message) : null;
  if (nfs !== null) return [head, ...nfs];
  return [head, ...bytesLayer("data", body, end, message.kind === "call" ? "arguments, in XDR" : "results, in XDR")];
}

function nfsLayers(frame: Uint8Array, body: number, end: number, message: RpcMessage): readonly Layer[] | null {
  if (message.kind === "call") {
    const isOurs = message.program === NFS_PROGRAM && message.version === NFS_VERSION;
    return isOurs ? nfsCallLayers(frame, body, end, message.procedure) : null;
  }
  const isDone = message.kind === "accepted" && message.status === "SUCCESS" && end > body;
  return isDone ? nfsReplyLayers(frame, body, end) : null;
}

/** A call that the portmapper hands on: the program's numbers, and the arguments for it behind them. */
function indirectLayers(frame: Uint8Array, body: number, end: number, call: RpcCall): readonly Layer[] | null {
  if (call.program !== PORTMAP_PROGRAM || call.procedure !== PORTMAP.callit) return null;
  const behind = body + CALLIT.bytes;
  if (behind > end || u32(frame, body + CALLIT.at.length) > end - behind) return null;
  const fields = showHeader(CALLIT, frame, body, {
    program: { note: hex(u32(frame, body + CALLIT.at.program), 8) },
  });
  return [
    { name: "portmapper’s indirect call", length: CALLIT.bytes, fields },
    ...bytesLayer("data", behind, end, "arguments for the program, in XDR"),
  ];
}

const asksPortmapper = ({ program, procedure }: RpcCall): boolean =>
  program === PORTMAP_PROGRAM && procedure >= PORTMAP.set && procedure <= PORTMAP.getport;

function mappingFields(frame: Uint8Array, at: number): readonly Field[] {
  const { program, protocol } = parseMapping(frame, at);
  return showHeader(MAPPING, frame, at, {
    program: { note: hex(program, 8) },
    protocol: { note: protocol === 6 ? "TCP" : protocol === 17 ? "UDP" : "neither TCP nor UDP" },
  });
}

/** Datagrams to or from the portmapper must be messages; others may be. */
function readDatagram(
  frame: Uint8Array,
  at: number,
  end: number,
  { keys, isFragment }: Below,
): Taken | string | undefined {
  const parsed = tryRpc(frame, at, end);
  const isSure = keys.includes(PORTMAP_PORT) && !isFragment;
  if (parsed === undefined) return isSure ? "Sun RPC message: neither a call nor a reply." : undefined;
  if (parsed instanceof WireError) return isSure ? parsed.message : undefined;
  return { layers: layersOf(frame, at, end, parsed, keys.includes(NFS_PORT)) };
}

/** A segment that begins with a record mark and, behind it, with a message. Later segments of a long one do not. */
function readSegment(frame: Uint8Array, at: number, end: number): Taken | undefined {
  if (end - at < MARK_BYTES) return undefined;
  const length = u32(frame, at) & 0x7fff_ffff;
  if (length === 0 || length > MAX_RECORD) return undefined;
  const from = at + MARK_BYTES;
  const to = Math.min(end, from + length);
  const parsed = tryRpc(frame, from, to);
  if (parsed === undefined || parsed instanceof WireError) return undefined;
  return {
    layers: [
      { name: "record mark", length: MARK_BYTES, fields: showHeader(RECORD_MARK, frame, at) },
      ...layersOf(frame, from, to, parsed, false),
    ],
    ...(to < end ? { behind: { name: "data", from: to, note: "of the next fragment" } } : {}),
  };
}

const PACKET_KINDS = { call: "request", reply: "reply" } as const;

export const dissectors: readonly Dissector[] = [
  { name: NAME, below: "UDP", packetKinds: PACKET_KINDS, read: readDatagram },
  { name: NAME, below: "TCP", packetKinds: PACKET_KINDS, read: readSegment },
];
