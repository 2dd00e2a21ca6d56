/**
 * Between two calls the client's program binds anew each connection that an error has ended: over the network, one
 * server after another, waiting for each result.
 */
import type { Worker } from "../../hardware/processors.ts";
import { itemAt } from "../../kernel/reads.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { bindRequest } from "./bind.ts";
import type { Surroundings } from "./caller.ts";

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
    this.thread = around.up.machine.thread(around.name, () => this.send());
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
