/** Sun RPC over UDP on any machine and network, as callrpc makes its calls. */
import { SunEnds, CLIENT_ADDRESS, type SunHost, type SunPacket } from "../../protocols/sunrpc/ends.ts";
import { WireError } from "../../wire/error.ts";
import { whole, type Portable } from "../portable/portable.ts";
import { overUdp } from "../world/formats.ts";
import { SUN_RPC } from "./format.ts";
import { listOf, NAMED, SERVER_PORT, timersOf } from "./handles.ts";

/** callrpc’s own intervals, in seconds. */
const TIMERS = timersOf({ waiting: "select", retryS: 5, totalS: 25, timeouts: true });
const PROCEDURE = 1;

const read = (bytes: Uint8Array): SunPacket => {
  const call = SUN_RPC.readCall(bytes);
  if (call !== null) return { tag: "call", from: CLIENT_ADDRESS, call };
  const reply = SUN_RPC.readReply(bytes);
  if (reply !== null) return { tag: "reply", reply };
  throw new WireError({ what: "Sun RPC message", at: 0, field: "length", got: bytes.length, want: "4 or more" });
};

const write = (packet: SunPacket): Uint8Array => {
  if (packet.tag === "call") return SUN_RPC.call(packet.call);
  const { xid, ending } = packet.reply;
  if (ending === null) throw new Error("A server sends no reply that it cannot read.");
  return SUN_RPC.reply({ xid, ending });
};

function dataOf(packet: SunPacket): number {
  if (packet.tag === "call") return packet.call.data.length;
  const { ending } = packet.reply;
  return ending?.status === "SUCCESS" ? ending.data.length : 0;
}

export const PORTABLE: Portable<SunHost, SunPacket> = {
  id: "sun-rpc", // as its experiments are called
  title: "Sun RPC over UDP",
  sums: false,
  ends: () =>
    new SunEnds({
      client: { ...TIMERS, canRefresh: false, without: [] },
      server: { registered: listOf(NAMED, 1), cache: 0, without: [] },
      called: { ...NAMED, procedure: PROCEDURE },
      udpChecksums: false,
    }),
  format: () => overUdp(SERVER_PORT, { write, read }),
  dataOf,
  messageOf: ({ tag }) => whole(tag === "call" ? "request" : "reply"),
};
