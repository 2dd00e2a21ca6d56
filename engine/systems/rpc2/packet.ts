/** Packets between RT-PCs: their peers and their datagrams. */
import type { Ref } from "../../kernel/trace-data.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import type { Peer } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { isInit1, NO_SEQUENCE, RPC2_OPCODE, RPC2_PORT, rpc2Kind } from "../../wire/rpc2.ts";
import { LARGE_NET } from "../world/addresses.ts";
import type { OutgoingDatagram } from "../world/udp.ts";

export const peerOf = (workstation: number): Peer => ({ host: LARGE_NET.stationOf(workstation).ip, port: RPC2_PORT });
export const workstationOf = ({ host }: Peer): number => LARGE_NET.hostOf(host);

export type SendEffect = Extract<ProcessEffect, { tag: "send" | "send data" }>;

/** The kind of a packet, in the words of a fault script. */
function kindOf(effect: SendEffect): string {
  if (effect.tag === "send data") return "file data";
  const { opcode } = effect.packet;
  return opcode === RPC2_OPCODE.nak ? "nak" : (rpc2Kind(opcode) ?? "unknown").toLowerCase();
}

const BINDING: readonly number[] = [RPC2_OPCODE.init2, RPC2_OPCODE.init3, RPC2_OPCODE.init4];

/** Whether a packet belongs to a bind, and so to no call. */
export function isOfBind(effect: SendEffect): boolean {
  if (effect.tag === "send data") return false;
  const { opcode, seqNumber } = effect.packet;
  return isInit1(opcode) || BINDING.includes(opcode) || (opcode === RPC2_OPCODE.busy && seqNumber === NO_SEQUENCE);
}

/** The datagram of an effect's packet, for a call and because of `cause`. */
export function datagramOf(effect: SendEffect, call: number, cause: Ref): OutgoingDatagram {
  const again = effect.tag === "send" && effect.send > 1;
  return {
    to: workstationOf(effect.to),
    toPort: RPC2_PORT,
    data: encodePacket(effect),
    kind: kindOf(effect),
    call,
    origin: again ? "retransmission" : "first",
    cause,
  };
}
