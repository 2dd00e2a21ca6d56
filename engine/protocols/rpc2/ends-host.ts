/** A host of RPC2 in its ends: its process, its connections, and what the process’s effects mean for the host. */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_OPCODE, RPC2_PORT, rpc2Kind } from "../../wire/rpc2.ts";
import type { Host, HostEffect, HostInput } from "../ends.ts";
import { keyText } from "../machine.ts";
import type { Handle, Peer } from "./connection.ts";
import { endOf } from "./connection-table.ts";
import type { GroupNumber } from "./groups.ts";
import { encodePacket } from "./process.ts";
import type { ProcessState } from "./process-state.ts";
import type { ParallelEffect, StepEffect } from "./process-types.ts";

/** A packet on its way: its bytes, and its key, which leaves out what the packet says of the clock. */
export interface Rpc2Packet {
  readonly bytes: Uint8Array;
  readonly key: string;
  readonly from: Host;
}

type Arrived = Extract<HostInput<Rpc2Packet>, { readonly tag: "packet" }>;
export type Transmit = Extract<ParallelEffect, { readonly tag: "transmit" | "multicast" }>;

export interface Rpc2Host {
  readonly host: Host;
  readonly process: ProcessState;
  readonly handles: readonly Handle[]; // of the client's connections, by server; none at a server
  readonly group: GroupNumber | null; // that they are in, where calls go by multicast
  /** The call that the client has begun last; 0 for none. */
  readonly call: number;
  /** The call that a connection was last used for: by a client, or by a server, which has taken its request. */
  readonly calls: readonly (readonly [Handle, number])[];
  /** The request of a parallel call that the client's thread sends, and when it leaves; null while it sends none. */
  readonly sending: { readonly effect: Transmit; readonly at: Nanos } | null;
  /** What has come while the thread sends. */
  readonly socket: readonly Arrived[];
  /** The last result that the handler of a parallel call has; null before. And how many it has. */
  readonly result: Uint8Array | null;
  readonly answered: number;
}

export const peerOf = (host: Host): Peer => ({ host: 0x0a00_0001 + host, port: RPC2_PORT });
const hostOf = (peer: Peer): Host => peer.host - peerOf(0).host;
/** A connection on which no call is under way, or the first. */
export const freeOf = ({ process: { connections }, handles }: Rpc2Host): Handle | undefined =>
  handles.find((handle) => endOf(connections, handle)?.state.tag === "THINK") ?? handles[0];

export const withCall = (calls: Rpc2Host["calls"], handle: Handle, call: number): Rpc2Host["calls"] =>
  [...calls.filter(([other]) => other !== handle), [handle, call] as const].sort(([a], [b]) => a - b);

/** The call that an effect on a connection is for; of one that no call has used, that of the packet that has come. */
const callOn = ({ call, calls }: Rpc2Host, handle: Handle, of: number): number =>
  calls.find(([other]) => other === handle)?.[1] ?? (call === 0 ? of : call);

export const dataIn = ({ body }: { readonly body: Uint8Array }): Uint8Array => body.subarray(3);

export function meaning(effect: StepEffect, state: Rpc2Host, of: number): readonly HostEffect<Rpc2Packet>[] {
  const call = "handle" in effect ? callOn(state, effect.handle, of) : of;
  switch (effect.tag) {
    case "send": {
      const { packet, to, others = [] } = effect;
      const kind = packet.opcode === RPC2_OPCODE.nak ? "nak" : (rpc2Kind(packet.opcode)?.toLowerCase() ?? null);
      const key = keyText({ ...packet, timeStamp: 0 });
      const sent = { bytes: encodePacket(effect), key, from: state.host };
      return [{ tag: "send", packet: sent, kind, call, send: null, to: hostOf(to), others: others.map(hostOf) }];
    }
    case "request":
      return [{ tag: "execute", call, work: String(effect.handle), data: dataIn(effect.request) }];
    case "returned":
      return [{ tag: "returned", data: dataIn(effect.reply), call }];
    case "failed":
      return [{ tag: "failed", goesOn: false, call }];
    default:
      return [];
  }
}
