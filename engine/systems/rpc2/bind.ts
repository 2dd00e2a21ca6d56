/**
 * Connections are bound before the run begins: BIND is no part of what the paper measured. The exchange is the real
 * one, in bytes, but takes no time, and is not in the trace.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import { encodePacket, type Rpc2Process } from "../../protocols/rpc2/process.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";

/** Of the paper's example (Appendix II, Fig. 1). */
export const SUBSYSTEM = 151;

/** An end of a bind. */
export interface Party {
  readonly peer: Peer;
  readonly process: Rpc2Process;
}

export interface ServingParty extends Party {
  /** What the server does with a new connection. */
  readonly enable: (handle: Handle) => void;
}

/** Binds in the open. Returns the client's handle. Throws where the server lets nobody in: that is our mistake. */
export function bindNow(client: Party, server: ServingParty, now: Nanos): Handle {
  const { handle, effects } = client.process.bind(
    {
      peer: server.peer,
      subsystem: SUBSYSTEM,
      level: "openKimono",
      encryptionType: 0,
      authenticationType: 0,
      identity: new Uint8Array(0),
      sharedKey: null,
      sideEffectType: 0,
    },
    now,
  );
  const answers = effects.flatMap((effect) => carried(effect, client.peer, server.process, now));
  for (const answer of answers) if (answer.tag === "new connection") server.enable(answer.handle);
  const ends = answers.flatMap((effect) => carried(effect, server.peer, client.process, now));
  if (!ends.some(({ tag }) => tag === "bound")) throw new Error("A bind came to nothing.");
  return handle;
}

function carried(
  effect: ProcessEffect,
  from: Peer,
  to: Pick<Rpc2Process, "receive">,
  now: Nanos,
): readonly ProcessEffect[] {
  return effect.tag === "send" ? to.receive(encodePacket(effect), from, now) : [];
}
