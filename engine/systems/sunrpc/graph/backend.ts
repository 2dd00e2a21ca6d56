/**
 * The backend of Olympus: one process that interprets a token graph. Each firing of a node is a remote call, of a
 * procedure that has the node's number.
 *
 * Rules
 * 1. With blocking calls, it makes one call, waits for the reply, and makes the next.
 * 2. With non-blocking calls it sends the calls of all nodes that have fired, and then waits in select for any reply.
 * 3. A call goes to the server with the fewest calls under way, the first of equals. So it goes to a free one where
 *    there is one. A server has one call at a time; others lie in its socket. Where calls wait for a free server, they
 *    wait in the backend, and no server has a second call.
 * 4. A handle has one call at a time (protocols/sunrpc/client.ts), so each call under way has a handle of its own.
 * 5. A node whose call fails puts out no tokens. The others go on.
 *
 * Paper: the backend extends the lowest level of Sun RPC by a call that does not block (Elliott & Nutt 1989, 2.3).
 * Rules 3 and 5 are ours, and so is the one socket for all handles: replies are told apart by their identifiers.
 */
import { NO_REF, type Ref } from "../../../kernel/trace-data.ts";
import { itemAt } from "../../../kernel/reads.ts";
import { seconds, type Nanos } from "../../../kernel/time.ts";
import { sunClient } from "../../../protocols/sunrpc/client.ts";
import type { SunClientEffect, SunClientInput, SunClientState } from "../../../protocols/sunrpc/client.ts";
import { ProtocolInstance } from "../../world/instance.ts";
import type { Message } from "../channel.ts";
import { SUN_RPC } from "../format.ts";
import { NAMED, seedOf, SERVER_PORT, UDP_XID_STEP } from "../handles.ts";
import type { SunHost } from "../host.ts";
import { serverName } from "../options.ts";
import { Reader } from "../reader.ts";
import { NOTHING, type ClientSegments } from "../steps.ts";
import { Marking, type TokenGraph } from "./token-graph.ts";

export interface BackendOptions {
  readonly graph: TokenGraph;
  /** Their numbers on the medium are 1 to so many. */
  readonly servers: number;
  readonly isBlocking: boolean;
  /** Whether a node that has fired waits in the backend until a server is free. */
  readonly waitsForFree: boolean;
  readonly retryS: number;
  readonly totalS: number;
  /** So many firings have ended. */
  readonly ended: (firings: number) => void;
}

/** A handle of the program on one server. */
interface Handle {
  readonly server: number; // from 1
  readonly protocol: ProtocolInstance<SunClientState, SunClientInput, SunClientEffect, { readonly xid: number }>;
  /** The call that is under way by it. */
  flight: Flight | null;
}

interface Flight {
  readonly node: number;
  readonly call: number; // of the run
}

/** The end of a graph's interpretation: all is done, the limit of firings held a node, or a call failed. */
export type GraphEnd = "done" | "limit reached" | "call failed" | "crashed";

const NO_DATA = new Uint8Array(0);

export class Backend extends Reader {
  sends = 0;
  mostUnderWay = 0;
  readonly marking: Marking;
  /** From the first firing to the end of the last; null where it has not come to that. */
  took: Nanos | null = null;
  end: GraphEnd | null = null;
  private readonly segments: ClientSegments;
  private readonly options: BackendOptions;
  private readonly handles: Handle[] = [];
  private ready: readonly number[] = []; // nodes that have fired and are not called yet
  private hasFailed = false;
  private endedFirings = 0;
  private began: Nanos = 0;

  constructor(host: SunHost, segments: ClientSegments, options: BackendOptions) {
    super(host, {
      name: "backend",
      segments,
      channel: (arrived) => host.openAny(arrived),
    });
    this.segments = segments;
    this.options = options;
    this.marking = new Marking(options.graph);
  }

  start(): void {
    this.wake(NOTHING, 0, NO_REF, () => {
      this.began = this.host.now;
      this.fire(this.marking.begin());
      this.next();
    });
  }

  /** The power has gone: the calls under way have failed. */
  crashed(): void {
    if (this.end !== null) return;
    this.end = "crashed";
    for (const { flight } of this.handles) {
      if (flight !== null) this.host.world.recorder.endCall(flight.call, this.host.now, "failed", this.cause);
    }
  }

  private get underWay(): readonly Handle[] {
    return this.handles.filter(({ flight }) => flight !== null);
  }

  private fire(nodes: readonly number[]): void {
    for (const node of nodes) {
      const { name } = itemAt(this.options.graph.nodes, node, "node");
      this.host.note(`${name} fires`, { cause: this.cause, call: this.call });
    }
    this.ready = [...this.ready, ...nodes];
  }

  /** How many calls may be under way at once: rules 1 to 3. */
  private get mostAtOnce(): number {
    const { isBlocking, waitsForFree, servers } = this.options;
    return isBlocking ? 1 : waitsForFree ? servers : Infinity;
  }

  /** Rules 1 and 2. */
  private next(): void {
    const [node, ...rest] = this.ready;
    if (node !== undefined && this.underWay.length < this.mostAtOnce) {
      this.ready = rest;
      this.interpret(node);
    } else if (this.underWay.length > 0) this.await();
    else this.over();
  }

  private over(): void {
    this.took = this.host.now - this.began;
    this.end = this.hasFailed ? "call failed" : this.marking.isLimited ? "limit reached" : "done";
    this.host.world.answered();
    this.sleep();
  }

  private interpret(node: number): void {
    const { recorder } = this.host.world;
    const handle = this.freeHandle();
    const call = recorder.beginCall(this.process.worker.owner, this.host.now);
    this.call = call;
    handle.flight = { node, call };
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay.length);
    this.run(this.segments.request(0), () => {
      const asked = { ...NAMED, procedure: node + 1, data: NO_DATA };
      this.apply(handle, handle.protocol.step({ tag: "start", call: asked }, this.cause, call));
    });
  }

  /** Rule 3. */
  private freeHandle(): Handle {
    const loads = Array.from({ length: this.options.servers }, () => 0);
    for (const { server } of this.underWay) loads[server - 1] = itemAt(loads, server - 1, "server") + 1;
    const server = 1 + loads.indexOf(Math.min(...loads));
    return this.handles.find((one) => one.server === server && one.flight === null) ?? this.newHandle(server);
  }

  private newHandle(server: number): Handle {
    const { retryS, totalS } = this.options;
    const before = this.handles.filter((one) => one.server === server).length;
    const handle: Handle = {
      server,
      protocol: new ProtocolInstance(
        this.host,
        sunClient({
          retryAfter: seconds(retryS),
          total: seconds(totalS),
          canRefresh: false,
          xidStep: UDP_XID_STEP,
          without: [],
        }),
        {
          name: `client of ${serverName(server)}${before === 0 ? "" : `, handle ${before + 1}`}`,
          identity: { xid: seedOf(this.handles.length + 1) },
          due: () =>
            this.timeIsUp(this.host.timerMark(this.cause, this.flightOf(handle).call), this.flightOf(handle).call),
        },
      ),
      flight: null,
    };
    this.handles.push(handle);
    return handle;
  }

  private flightOf({ flight, server }: Handle): Flight {
    if (flight === null) throw new Error(`The backend has no call to server ${server}.`);
    return flight;
  }

  /** Applies what a step of a handle gives. */
  private apply(handle: Handle, [effect]: readonly SunClientEffect[]): void {
    if (effect === undefined) throw new Error("A handle of the backend has heard something and did nothing.");
    switch (effect.tag) {
      case "send":
        this.send(handle, effect);
        return;
      case "returned":
        this.run(this.segments.decode, () => this.ended(handle, true));
        return;
      case "refused":
        this.run(this.segments.decode, () => this.ended(handle, false));
        return;
      case "failed": {
        const { call } = this.flightOf(handle);
        this.host.note(`call failed: ${effect.reason}`, { kind: "failed", cause: this.cause, call });
        this.ended(handle, false);
      }
    }
  }

  private send(handle: Handle, { call, send }: Extract<SunClientEffect, { readonly tag: "send" }>): void {
    this.sends++;
    this.channel.send({
      to: handle.server,
      toPort: SERVER_PORT,
      data: SUN_RPC.call(call),
      kind: "call",
      call: this.flightOf(handle).call,
      origin: send === 1 ? "first" : "retransmission",
      cause: this.cause,
    });
    this.run(this.segments.afterSend, () => this.next());
  }

  private ended(handle: Handle, hasReturned: boolean): void {
    const { node, call } = this.flightOf(handle);
    handle.flight = null;
    this.options.ended(++this.endedFirings);
    this.host.world.recorder.endCall(call, this.host.now, hasReturned ? "returned" : "failed", this.cause);
    if (hasReturned) this.fire(this.marking.ended(node));
    else this.hasFailed = true;
    this.next();
  }

  // What it reads.

  protected bytesIn(): number {
    return 0;
  }

  protected override reading({ call }: Message): void {
    this.call = call;
  }

  protected taken(message: Message): void {
    const reply = SUN_RPC.readReply(message.data);
    const handle = this.underWay.find(({ protocol: { state } }) => state.xid === reply?.xid);
    if (reply === null || handle === undefined) {
      this.host.discard(message, this.cause, "the reply of another call");
      this.next();
      return;
    }
    this.apply(handle, handle.protocol.step({ tag: "reply", reply }, this.cause, this.call));
  }

  protected lost(): void {
    throw new Error("The backend has no connection.");
  }

  private get due(): Handle | undefined {
    return this.underWay.find(({ protocol: { state } }) => state.tag === "waiting" && state.deadline <= this.host.now);
  }

  protected get isDue(): boolean {
    return this.due !== undefined;
  }

  protected timedOut(): void {
    const { due } = this;
    if (due === undefined) throw new Error("The backend has woken by the clock, and no call is due.");
    this.call = this.flightOf(due).call;
    const cause: Ref = this.cause;
    const [effect] = due.protocol.step({ tag: "tick" }, cause, this.call);
    if (effect === undefined) throw new Error("A call was due, and its handle did nothing.");
    if (effect.tag === "send") this.run(this.segments.resend(0), () => this.send(due, effect));
    else this.apply(due, [effect]);
  }
}
