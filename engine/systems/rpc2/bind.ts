/**
 * How the client comes by its connections. Before the run begins BIND takes no time and is not in the trace, because it
 * is no part of what the paper measured; the exchange is the real one, in bytes. Between two calls the program binds
 * anew each connection that an error has ended, over the network like any packet, and waits for the result.
 */
import type { Worker } from "../../hardware/processors.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import type { BindRequest } from "../../protocols/rpc2/client-bind.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import type { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { ENCRYPTION, RPC2_RETURN, type SecurityLevel } from "../../wire/rpc2-codes.ts";
import type { Surroundings } from "./caller.ts";
import { CLIENT_NAME } from "./options.ts";

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

function bindRequest(peer: Peer, level: SecurityLevel): BindRequest {
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

const isBound = (effects: readonly ProcessEffect[]): boolean => effects.some(({ tag }) => tag === "bound");

/** A server to bind to anew. */
export interface BrokenConnection {
  readonly server: number;
  readonly peer: Peer;
}

type BindResult = Extract<ProcessEffect, { tag: "bound" | "bind failed" }>;

/** The calling thread while it binds anew, one server after another. */
export class Binder {
  private readonly around: Surroundings;
  private readonly bound: (server: number, handle: Handle) => void;
  private readonly ended: () => void;
  private readonly thread: Worker;
  private broken: readonly BrokenConnection[] = [];
  private at = 0; // in `broken`
  private binding: Handle | null = null; // the bind that the thread waits for

  /**
   * @param bound gets each connection that was made
   * @param ended is called when all binds have come to a result, whether or not they were successful
   */
  constructor(around: Surroundings, bound: (server: number, handle: Handle) => void, ended: () => void) {
    this.around = around;
    this.bound = bound;
    this.ended = ended;
    this.thread = around.up.machine.thread(CLIENT_NAME, () => this.send());
  }

  begin(broken: readonly BrokenConnection[]): void {
    this.broken = broken;
    this.at = 0;
    this.next();
  }

  /** INIT1 takes the client as long as a request does: ours, as no source has a time for it. */
  private next(): void {
    const { machine } = this.around.up;
    if (this.at < this.broken.length) machine.wake(this.thread, this.around.setting.segments.request, 0, NO_REF);
    else this.ended();
  }

  private send(): void {
    const { around, thread } = this;
    const { machine, process } = around.up;
    const { peer } = itemAt(this.broken, this.at, "server to bind to");
    const request = bindRequest(peer, around.setting.options.security ?? "openKimono");
    const { code, handle, effects } = process.bind(request, around.world.sim.now);
    around.apply(effects, thread);
    around.rearm();
    machine.block(thread);
    if (code === RPC2_RETURN.success) this.binding = handle;
    else this.goOn();
  }

  /** Takes the result of a bind. One that has failed leaves its server without a connection: the next call says so. */
  heard(effect: BindResult): void {
    if (effect.handle !== this.binding) return;
    if (effect.tag === "bound") this.bound(itemAt(this.broken, this.at, "server to bind to").server, effect.handle);
    this.goOn();
  }

  private goOn(): void {
    this.binding = null;
    this.at++;
    this.next();
  }
}
