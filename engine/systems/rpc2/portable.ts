/** RPC2 on any machine and network: simple calls on a connection that was bound before. */
import { seconds } from "../../kernel/time.ts";
import { Rpc2Ends, type Rpc2Host, type Rpc2Packet } from "../../protocols/rpc2/ends.ts";
import { LIBRARY_1987 } from "../../protocols/rpc2/library.ts";
import { parseRpc2, RPC2_OPCODE, RPC2_PORT } from "../../wire/rpc2.ts";
import { decodeUdpFrame, encodeUdpFrame } from "../../wire/udp-frame.ts";
import { whole, type Portable } from "../portable/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";

/** The programs of the paper wait for a minute. */
const LIMIT = seconds(60);

/** Only the search over faults compares packets by their keys. */
const NO_KEY = "";

const FORMAT: FrameFormat<Rpc2Packet> = {
  write: ({ bytes }, from, to) => {
    const [source, addressee] = [SMALL_NET.stationOf(from), SMALL_NET.stationOf(to)];
    return encodeUdpFrame(bytes, { ...source, port: RPC2_PORT }, { ...addressee, port: RPC2_PORT });
  },
  read: (octets) => {
    const { packet, from } = decodeUdpFrame(octets, true);
    return { bytes: packet, key: NO_KEY, from: SMALL_NET.hostOf(from.ip) };
  },
};

export const PORTABLE: Portable<Rpc2Host, Rpc2Packet> = {
  title: "RPC2",
  sums: false,
  ends: () => new Rpc2Ends({ library: LIBRARY_1987, limit: LIMIT, without: [] }),
  format: () => FORMAT,
  dataOf: ({ bytes }) => parseRpc2(bytes).body.length,
  messageOf: ({ bytes }) => {
    const { opcode } = parseRpc2(bytes);
    if (opcode > 0) return whole("request");
    return opcode === RPC2_OPCODE.reply ? whole("reply") : null;
  },
};
