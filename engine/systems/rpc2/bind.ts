/**
 * Connections are bound before the run begins: BIND is no part of what the paper measured. The exchange is the real
 * one, in bytes, but takes no time, and is not in the trace. How one is bound anew stands in binder.ts.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { BindRequest } from "../../protocols/rpc2/client-bind.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import type { GroupNumber } from "../../protocols/rpc2/groups.ts";
import type { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { ENCRYPTION, type SecurityLevel } from "../../wire/rpc2-codes.ts";

/** The subsystem of the paper's example (Appendix II, Fig. 1). */
export const SUBSYSTEM = 151;

/** The key that client and servers share, where connections have one: any 8 bytes do. */
export const SHARED_KEY = Uint8Array.of(0x41, 0x6e, 0x64, 0x72, 0x65, 0x77, 0x38, 0x37);

/** An end of a bind. */
interface Party {
  readonly peer: Peer;
  readonly process: Rpc2Process;
  /** The exchange is over. */
  readonly bound: () => void;
}

export interface ServingParty extends Party {
  /** Makes the server serve a new connection. */
  readonly enable: (handle: Handle) => void;
}

/** The bind request of a client at a level. */
export function bindRequest(peer: Peer, level: SecurityLevel): BindRequest {
  const isOpen = level === "openKimono";
  return {
    peer,
    subsystem: SUBSYSTEM,
    level,
    encryptionType: isOpen ? ENCRYPTION.none : ENCRYPTION.xor,
    authenticationType: 0,
    identity: new Uint8Array(0),
    sharedKey: isOpen ? null : SHARED_KEY,
    sideEffectType: 0,
  };
}

/**
 * Binds in no time and returns the client's handle. Throws where the server has no thread free or refuses: the caller
 * binds so only to servers that do nothing else yet.
 */
export function bindNow(client: Party, server: ServingParty, now: Nanos, level: SecurityLevel = "openKimono"): Handle {
  const { handle, effects } = client.process.bind(bindRequest(server.peer, level), now);
  let [from, to]: readonly [Party, Party] = [client, server];
  let sent = effects;
  while (sent.some(({ tag }) => tag === "send")) {
    const { peer } = from;
    const { process } = to;
    sent = sent.flatMap((effect) => (effect.tag === "send" ? process.receive(encodePacket(effect), peer, now) : []));
    for (const effect of sent) if (effect.tag === "new connection") server.enable(effect.handle);
    [from, to] = [to, from];
  }
  client.bound();
  server.bound();
  if (!isBound(sent))
    throw new Error(`A bind in no time came to nothing: the server of host ${server.peer.host} is busy.`);
  return handle;
}

/** A connection joins a group of the client’s in no time, as it was bound. */
export function joinNow(client: Party, server: Party, group: GroupNumber, handle: Handle, now: Nanos): void {
  const { effects } = client.process.join(group, handle, now);
  let [from, to]: readonly [Party, Party] = [client, server];
  let sent = effects;
  while (sent.some(({ tag }) => tag === "send")) {
    const { peer } = from;
    const { process } = to;
    sent = sent.flatMap((effect) => (effect.tag === "send" ? process.receive(encodePacket(effect), peer, now) : []));
    [from, to] = [to, from];
  }
  client.bound();
  server.bound();
}

const isBound = (effects: readonly ProcessEffect[]): boolean => effects.some(({ tag }) => tag === "bound");
