/** A packet under way between two RT-PCs: its bytes, and what the simulation must know beside them. */
import type { CampusPacket } from "../../hardware/campus.ts";
import { NO_REF, type Origin, type Ref } from "../../kernel/trace-data.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import type { Peer } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { ETHERNET_BYTES } from "../../wire/ethernet.ts";
import { decodeRpc2Frame, encodeRpc2Frame, RPC2_PORT, type UdpStation } from "../../wire/rpc2-frame.ts";
import { RPC2_OPCODE, rpc2Kind } from "../../wire/rpc2.ts";

export interface RpcPacket extends CampusPacket {
  readonly kind: string; // "request", "reply", "busy", …
  readonly origin: Origin;
  readonly frame: Uint8Array; // as on an Ethernet; a token ring carries the IP packet in it
  /** The power cycle of the machine that sends it; an adapter is told only of what it sent itself. */
  readonly sender: object;
  /** The last row of the trace before it left. */
  readonly cause: Ref;
  /** The packet's row in the trace, once it has left its sender. */
  row: Ref;
}

const LOCAL_MAC = 0x0200_0000_0000; // locally administered, unicast (IEEE 802 §8.2)
const TEST_NET = 0xc612_0000; // 198.18.0.0/15, for networks under test (RFC 2544)

/** Workstation 0 is 198.18.0.1, and so on. */
function stationOf(workstation: number): UdpStation {
  const number = workstation + 1;
  return { mac: LOCAL_MAC + number, ip: TEST_NET + number, port: RPC2_PORT };
}

export function peerOf(workstation: number): Peer {
  const { ip, port } = stationOf(workstation);
  return { host: ip, port };
}

const workstationOf = ({ host }: Peer): number => host - TEST_NET - 1;

export type SendEffect = Extract<ProcessEffect, { tag: "send" | "send data" }>;

export interface Journey {
  readonly from: number; // workstation
  readonly call: number;
  readonly cause: Ref;
  readonly sender: object;
}

/** In the words of a fault script. */
function kindOf(effect: SendEffect): string {
  if (effect.tag === "send data") return "file data";
  const { opcode } = effect.packet;
  return opcode === RPC2_OPCODE.nak ? "nak" : (rpc2Kind(opcode) ?? "unknown").toLowerCase();
}

/** The packet of an effect, as bytes. */
export function packetOf(effect: SendEffect, { from, call, cause, sender }: Journey): RpcPacket {
  const to = workstationOf(effect.to);
  const frame = encodeRpc2Frame(encodePacket(effect), stationOf(from), stationOf(to));
  const again = effect.tag === "send" && effect.send > 1;
  return {
    from,
    to,
    call,
    cause,
    sender,
    frame,
    bytes: frame.length - ETHERNET_BYTES,
    kind: kindOf(effect),
    origin: again ? "retransmission" : "first",
    ref: cause,
    row: NO_REF,
    departs: 0,
  };
}

/** What the receiver gets out of the bytes. 4.2BSD does not ask for a UDP checksum. Throws WireError. */
export function readPacketBytes({ frame }: RpcPacket): { readonly bytes: Uint8Array; readonly from: Peer } {
  const { packet, from } = decodeRpc2Frame(frame, true);
  return { bytes: packet, from: { host: from.ip, port: from.port } };
}
