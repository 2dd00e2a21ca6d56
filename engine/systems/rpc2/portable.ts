/** RPC2 on any machine and network: simple calls on a connection that was bound before. */
import { PROCEDURE } from "../../hardware/work-accounts.ts";
import { seconds } from "../../kernel/time.ts";
import type { CallSteps, Ends } from "../../protocols/ends.ts";
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

/**
 * In a run by its ends RPC2 is one machine on each host, a process: its steps are those of a call.
 * @param starts the input that brings a call
 */
export function inOneProcess(ends: Rpc2Ends, starts: "makerpc" | "multirpc"): Ends<Rpc2Host, Rpc2Packet> {
  const step = (input: string) => ({ protocol: "RPC2 process", input });
  const [arrived, done] = [step("datagram"), step("sendresponse")];
  const steps: CallSteps = { starts: step(starts), executes: arrived, answers: done, returns: arrived };
  return Object.assign(Object.create(ends) as Ends<Rpc2Host, Rpc2Packet>, {
    steps,
    procedure: { span: PROCEDURE.name },
  });
}

export const PORTABLE: Portable<Rpc2Host, Rpc2Packet> = {
  title: "RPC2",
  sums: false,
  ends: () => inOneProcess(new Rpc2Ends({ library: LIBRARY_1987, limit: LIMIT, without: [] }), "makerpc"),
  format: () => FORMAT,
  dataOf: ({ bytes }) => parseRpc2(bytes).body.length,
  messageOf: ({ bytes }) => {
    const { opcode } = parseRpc2(bytes);
    if (opcode > 0) return whole("request");
    return opcode === RPC2_OPCODE.reply ? whole("reply") : null;
  },
};
