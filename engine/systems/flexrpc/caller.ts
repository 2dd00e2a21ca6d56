/**
 * The calling machine: makes one multicast call after another. `protocols/flexrpc/caller.ts` decides what messages
 * mean; this file says how long the work takes.
 */
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { NO_REF, type Outcome, type Ref } from "../../kernel/trace-data.ts";
import {
  FLEX_CALLER,
  type CallerEffect,
  type CallerInput,
  type CallerState,
  type MulticastCall,
} from "../../protocols/flexrpc/caller.ts";
import { encodeFlexHeader, type FlexMessage, type FlexRequest } from "../../wire/flexrpc.ts";
import { stationNumber } from "../../wire/station.ts";
import type { CallSupply } from "../world/call-supply.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type FlexConnection, type FlexCycle, type Surroundings } from "./host.ts";
import { stepOf } from "./steps.ts";
import { argumentWord } from "./stream.ts";

/** The calling program: the calls that it makes, and their results. */
interface CallingProgram {
  readonly calls: CallSupply;
  /** The request of every call. */
  readonly request: MulticastCall;
  /** A call has ended, with so many results. */
  ended(call: number, results: number): void;
}

/** A request that waits for its turn. */
type Sending = CallerEffect & { readonly tag: "send" };

/** The number of the calling host. */
const CALLER = 0;

export class Caller extends Host {
  private readonly program: CallingProgram;
  private readonly owner: number;
  private readonly perCallee: Cost;
  private readonly leftTag: number;
  private protocol: ProtocolInstance<CallerState, CallerInput, CallerEffect, number>;
  private call = 0; // number of the present call
  private hasSpan = false; // the present call has one
  private sends: Sending[] = []; // requests of the present call still to be sent
  private sending: FlexConnection | null = null; // the connection of the request that is being sent
  private before: Ref = NO_REF; // the last row of the request before
  private readonly positions = new Map<number, number>(); // from a machine to its position among the callees

  constructor(around: Surroundings, program: CallingProgram, perCallee: Cost) {
    super(around, "caller", CALLER, true);
    const { world } = around;
    this.program = program;
    this.protocol = this.newCaller();
    this.perCallee = perCallee;
    this.owner = world.recorder.owner("caller");
    this.leftTag = world.sim.register((_kind, call) => {
      if (call === this.call) this.sendNext();
    });
  }

  /** The calling program starts. */
  start(): void {
    this.nextCall(NO_REF);
  }

  protected override crashed(cycle: FlexCycle): void {
    super.crashed(cycle);
    if (this.state.tag === "calling") this.endCall("failed", 0, NO_REF);
    this.sends = [];
    this.sending = null;
    this.program.calls.finished();
  }

  protected restarted(): void {
    this.protocol = this.newCaller();
    this.nextCall(NO_REF);
  }

  private newCaller(): Caller["protocol"] {
    return new ProtocolInstance(this, FLEX_CALLER, { name: "caller", identity: this.call, due: () => undefined });
  }

  private get state(): CallerState {
    return this.protocol.state;
  }

  private nextCall(cause: Ref): void {
    const { recorder, sim } = this.world;
    const { calls, request } = this.program;
    if (!calls.take()) {
      calls.finished();
      return;
    }
    this.call = recorder.beginCall(this.owner, sim.now);
    this.hasSpan = false;
    this.positions.clear();
    this.before = cause;
    this.step({ tag: "start", request }, cause);
  }

  private step(input: CallerInput, cause: Ref): void {
    const effects = this.protocol.step(input, cause, this.call);
    const sends = effects.filter((effect) => effect.tag === "send");
    if (sends.length > 0) {
      this.sends = sends;
      this.sendNext();
    }
    for (const effect of effects) {
      if (effect.tag === "send") continue;
      this.sends = [];
      this.sending = null;
      if (effect.tag === "failed") this.note(failureText(effect), { kind: "failed", cause, call: this.call });
      this.endCall(effect.tag, effect.results.length, cause);
      this.nextCall(cause);
    }
  }

  /** Requests are sent one after the other: the next when the last of the one before has left the machine. */
  private sendNext(): void {
    const { call, before: cause } = this;
    const next = this.sends.shift();
    this.sending = null;
    if (next === undefined || this.state.tag === "idle") return;
    if (this.state.request.mode === "serial") {
      this.send(next, cause);
      return;
    }
    this.machine.run({
      step: this.world.recorder.step(stepOf(this.perCallee)),
      owner: this.owner,
      call,
      duration: durationOf(this.perCallee),
      cause,
      then: (work) => {
        if (!this.hasSpan && work.cause !== NO_REF) this.isFirst(work.cause); // work of no time leaves no span
        if (call === this.call && this.state.tag === "calling") this.send(next, work.cause);
      },
    });
  }

  private send({ to, request }: Sending, cause: Ref): void {
    const machine = stationNumber(to) - 1;
    this.positions.set(machine, request.position);
    const connection = this.connectionTo(machine, cause, this.call);
    this.before = cause;
    this.sending = connection;
    addRequest(connection, request, this.call).available = request.argumentBytes;
    connection.pump(cause, this.call);
    if (!connection.isOpen) this.sendNext(); // a connection that is still opening does not hold up the next request
  }

  protected message(connection: FlexConnection, message: FlexMessage, _arrived: number, whole: boolean): void {
    if (whole && message.type === "results") this.step({ tag: "results", message }, connection.cause);
  }

  lost(connection: FlexConnection): void {
    const position = this.positions.get(connection.peer);
    if (connection === this.sending) this.sendNext();
    if (position !== undefined) this.step({ tag: "lost", position }, connection.cause);
  }

  override transmit(frame: Frame): void {
    if (!this.hasSpan && frame.hasData) this.isFirst(frame.ref);
    super.transmit(frame);
    const isLast = frame.endsMessage && frame.origin === "first" && frame.to === this.sending?.peer;
    if (!isLast || frame.call !== this.call) return;
    this.before = frame.ref;
    this.world.sim.at(this.linkFreeAt, this.leftTag, this.call);
  }

  /** The first span of the present call has ended. */
  private isFirst(span: Ref): void {
    this.hasSpan = true;
    this.world.recorder.firstSpan(this.call, span);
  }

  private endCall(outcome: Outcome, results: number, last: Ref): void {
    this.world.recorder.endCall(this.call, this.world.sim.now, outcome, last);
    this.program.ended(this.call, results);
  }
}

/** Puts a request into a connection's stream; its argument is still to be made available. */
export function addRequest(connection: FlexConnection, request: FlexRequest, call: number) {
  const parts = [{ bytes: request.argumentBytes, word: argumentWord(request.call) }];
  return connection.out.add("argument", call, encodeFlexHeader(request), parts);
}

/** `call failed: callee 3 unreachable, callee 2 the last to answer` */
function failureText({ unreachable, last }: CallerEffect & { readonly tag: "failed" }): string {
  const who = `callee${unreachable.length === 1 ? "" : "s"} ${unreachable.join(", ")} unreachable`;
  return `call failed: ${who}, ${last === 0 ? "nobody answered" : `callee ${last} the last to answer`}`;
}
