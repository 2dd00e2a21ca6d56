/** The ways whose packets are datagrams, or frames of the Ethernet: Sun’s broadcast, V, Circus, MultiRPC. */
import { seconds } from "../../kernel/time.ts";
import { circusEnds, type CircusHost } from "../../protocols/circus/ends.ts";
import type { CircusPacket } from "../../protocols/circus/message.ts";
import { Rpc2Ends, type Rpc2Host, type Rpc2Packet } from "../../protocols/rpc2/ends.ts";
import { LIBRARY_1987 } from "../../protocols/rpc2/library.ts";
import { PortmapEnds, type PortmapHost, type PortmapPacket } from "../../protocols/sunrpc/portmap/ends.ts";
import { vGroupEnds, type VHost } from "../../protocols/v/ends.ts";
import { CIRCUS_PORT, CIRCUS_SEGMENT, readCircus, writeCircus } from "../../wire/circus.ts";
import { WireError } from "../../wire/error.ts";
import { encodeCallit, parseCallitResult, PORTMAP_PORT } from "../../wire/portmap.ts";
import { decodeUdpFrame, encodeUdpFrame } from "../../wire/udp-frame.ts";
import type { VPacket } from "../../wire/v.ts";
import { whole } from "../portable/portable.ts";
import { inOneProcess, PORTABLE as RPC2 } from "../rpc2/portable.ts";
import { SUN_RPC } from "../sunrpc/format.ts";
import { NAMED, SERVER_PORT } from "../sunrpc/handles.ts";
import { PORTABLE as V } from "../v/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";
import type { Way } from "./way.ts";

/** A packet as the datagram of a host, from one port to the same. */
function overUdpFrom<Packet>(
  port: number,
  write: (packet: Packet) => Uint8Array,
  read: (bytes: Uint8Array, from: number) => Packet,
): FrameFormat<Packet> {
  return {
    write: (packet, from, to) =>
      encodeUdpFrame(write(packet), { ...SMALL_NET.stationOf(from), port }, { ...SMALL_NET.stationOf(to), port }),
    read: (octets) => {
      const { packet, from } = decodeUdpFrame(octets, true);
      return read(packet, SMALL_NET.hostOf(from.ip));
    },
  };
}

// Sun RPC.

const PROCEDURE = 1;
/** A call of a CALLIT without an argument. */
const CALLIT_BYTES = encodeCallit({ ...NAMED, procedure: PROCEDURE, data: new Uint8Array(0) }).length;

/** @param nameOf the name of a machine by its number */
const sunFormat = (nameOf: (host: number) => string): FrameFormat<PortmapPacket> =>
  overUdpFrom(
    PORTMAP_PORT,
    (packet) => {
      if (packet.tag === "call") return SUN_RPC.call(packet.call);
      const { xid, ending } = packet.reply;
      return SUN_RPC.reply({ xid, ending });
    },
    (bytes, from) => {
      const call = SUN_RPC.readCall(bytes);
      if (call !== null) return { tag: "call", call };
      const reply = SUN_RPC.readReply(bytes);
      if (reply?.ending === undefined || reply.ending === null) {
        throw new WireError({ what: "Sun RPC message", at: 0, field: "length", got: bytes.length, want: "a reply" });
      }
      return { tag: "reply", from: nameOf(from), reply: { xid: reply.xid, ending: reply.ending } };
    },
  );

export const SUN_BROADCAST: Way<PortmapHost, PortmapPacket> = {
  sums: false,
  ends: ({ callees, wanted }) =>
    new PortmapEnds({
      machines: callees,
      called: { ...NAMED, procedure: PROCEDURE },
      servers: { count: callees.length, port: SERVER_PORT },
      ...(wanted === Infinity ? {} : { wants: wanted }),
    }),
  format: sunFormat((host) => `callee${host}`),
  dataOf: (packet) => {
    if (packet.tag === "call") return Math.max(0, packet.call.data.length - CALLIT_BYTES);
    const { ending } = packet.reply;
    return ending.status === "SUCCESS" ? parseCallitResult(ending.data).data.length : 0;
  },
  messageOf: ({ tag }) => whole(tag === "call" ? "request" : "reply"),
};

// V.

export const V_GROUP: Way<VHost, VPacket> = {
  sums: false,
  ends: ({ callees, replyWait, wanted }) => vGroupEnds({ members: callees, replyWait, wanted }),
  format: V.format(false),
  dataOf: V.dataOf,
  messageOf: V.messageOf,
};

// Circus.

/** The second replica of the client begins so much later than the first. */
const REPLICA_BEGINS = 2e6;
export const REPLICA = "caller2";

export const CIRCUS: Way<CircusHost, CircusPacket> = {
  sums: false,
  ends: ({ callees, collator, clients, calls, argument }) =>
    circusEnds({
      members: callees,
      collator,
      segmentBytes: CIRCUS_SEGMENT,
      replica: clients === 1 ? null : { name: REPLICA, calls, argument, begins: REPLICA_BEGINS },
    }),
  format: overUdpFrom(CIRCUS_PORT, writeCircus, (bytes, from) => ({ ...readCircus(bytes), from })),
  dataOf: ({ data }) => data.length,
  messageOf: ({ kind, index, total }) => {
    if (kind !== "call" && kind !== "return") return null;
    return { of: kind === "call" ? "request" : "reply", isFirst: index === 1, isLast: index === total };
  },
};

// MultiRPC.

/** No limit of the program’s ends a call before the library knows of each server. */
const NO_LIMIT = seconds(36_000);

const multiRpc = (multicast: boolean): Way<Rpc2Host, Rpc2Packet> => ({
  sums: false,
  ends: ({ callees, wanted }) =>
    inOneProcess(
      new Rpc2Ends({
        library: LIBRARY_1987,
        limit: NO_LIMIT,
        without: [],
        parallel: { servers: callees.length, yieldEvery: "never", requestTakes: 0, multicast, wanted },
      }),
      "multirpc",
    ),
  format: RPC2.format(false),
  dataOf: RPC2.dataOf,
  messageOf: RPC2.messageOf,
});

export const MULTIRPC = multiRpc(false);
export const MULTIRPC_MULTICAST = multiRpc(true);
