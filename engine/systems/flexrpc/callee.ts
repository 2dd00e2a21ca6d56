/**
 * A called machine: takes part in calls, alone or as one of a chain. `protocols/flexrpc/callee.ts` decides what
 * messages mean; this file says how long the work takes.
 */
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { entryOf, itemAt } from "../../kernel/reads.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import { FLEX_CALLEE, type CalleeEffect, type CalleeInput, type CalleeState } from "../../protocols/flexrpc/callee.ts";
import { encodeFlexHeader, type FlexMessage, type FlexRequest, type FlexResults } from "../../wire/flexrpc.ts";
import { stationNumber } from "../../wire/station.ts";
import { addRequest } from "./caller.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type FlexConnection, type FlexCycle, type Surroundings } from "./host.ts";
import { PASS_RESULTS_ON, stepOf } from "./steps.ts";
import { resultWord, type OutMessage } from "./stream.ts";

interface CalleeOptions {
  readonly process: Cost;
  readonly slowMs: number; // milliseconds by which its procedure takes longer
  readonly resultBytes: number;
  readonly runs: boolean; // its process
}

/** Called when callees are done with their part of a call. */
export interface CalleeWatch {
  hasArgument(call: number, at: Nanos): void;
  processed(call: number, at: Nanos): void;
}

type Phase = CalleeState["tag"];

/** One call at this callee. */
interface Part {
  readonly call: number;
  readonly request: FlexRequest;
  readonly before: FlexConnection; // the connection that the request came from
  next: FlexConnection | null; // the connection to the next callee, once the request is handed on
  handedOn: OutMessage | null;
  passedOn: OutMessage | null; // a message of results under way from the next
  readonly protocol: ProtocolInstance<CalleeState, CalleeInput, CalleeEffect>;
}

export class Callee extends Host {
  private readonly options: CalleeOptions;
  private readonly watch: CalleeWatch;
  private readonly owner: number;
  private parts: Part[] = [];
  private readonly waiting: (() => void)[] = []; // procedures that wait for something slow, by number
  private readonly wakeTag: number;

  constructor(around: Surroundings, number: number, options: CalleeOptions, watch: CalleeWatch) {
    super(around, `callee${number}`, number, options.runs);
    const { world } = around;
    this.options = options;
    this.watch = watch;
    this.owner = world.recorder.owner(`callee ${number}`);
    this.wakeTag = world.sim.register((_kind, which) => itemAt(this.waiting, which, "waiting procedure")());
  }

  protected override crashed(cycle: FlexCycle): void {
    super.crashed(cycle);
    this.parts = [];
  }

  protected restarted(): void {
    // Its process starts anew and knows of no call; connections are opened to it as they are needed.
  }

  protected message(connection: FlexConnection, message: FlexMessage, arrived: number, whole: boolean): void {
    if (message.type === "results") {
      const part = this.parts.find(({ next, call }) => next === connection && call === message.call);
      if (part !== undefined) this.step(part, { tag: "results", message, arrived, whole }, connection.cause);
      return;
    }
    const known = this.parts.find(({ before, call }) => before === connection && call === message.call);
    const part = known ?? this.begin(connection, message);
    if (arrived > 0) this.step(part, { tag: "argument", arrived }, connection.cause);
  }

  lost(connection: FlexConnection): void {
    for (const part of this.parts) {
      if (part.next === connection) this.step(part, { tag: "next lost" }, connection.cause);
      else if (part.before === connection) this.step(part, { tag: "abandoned" }, connection.cause);
    }
  }

  private begin(before: FlexConnection, request: FlexRequest): Part {
    const { call } = request;
    const name = `call ${call} of ${this.world.nameOf(before.peer)} port ${before.peerPort}`;
    const protocol = new ProtocolInstance(this, FLEX_CALLEE, { name, identity: undefined, due: () => undefined });
    const part: Part = { call, request, before, next: null, handedOn: null, passedOn: null, protocol };
    const effects = protocol.step({ tag: "request", request }, before.cause, call);
    this.parts = [...this.parts, part];
    this.notePhase(protocol.state.tag, before.cause, call);
    this.apply(part, effects, before.cause);
    return part;
  }

  private step(part: Part, input: CalleeInput, cause: Ref): void {
    const { protocol, call } = part;
    const { tag } = protocol.state;
    const effects = protocol.step(input, cause, call);
    const after = protocol.state.tag;
    if (after !== tag) this.entered(part, tag, effects, cause);
    this.apply(part, effects, cause);
    if (after !== "done" || !this.parts.includes(part)) return;
    this.parts = this.parts.filter((other) => other !== part);
    protocol.end(cause, call);
  }

  /**
   * Notes in the trace which phase of Section III a part is in now. The last phase lasts until the results have left,
   * though the protocol is done once they are handed to the connection.
   */
  private entered(
    { call, protocol: { state } }: Part,
    before: Phase,
    effects: readonly CalleeEffect[],
    cause: Ref,
  ): void {
    const sends = effects.some(({ tag }) => tag === "send" || tag === "pass on");
    if (state.tag !== "done" || !sends) this.notePhase(state.tag, cause, call);
    else if (before === "process") this.notePhase("result forward", cause, call);
  }

  /** Notes the phase that the machine enters; with "done" it is in none any more. */
  private notePhase(phase: Phase, cause: Ref, call: number): void {
    this.note(phase, { kind: "phase", value: phase === "done" ? 0 : 1, cause, call });
  }

  override transmit(frame: Frame): void {
    super.transmit(frame);
    const { kind, call, endsMessage, origin } = frame;
    if (kind !== "result" || !endsMessage || origin !== "first") return;
    if (!this.parts.some((part) => part.call === call)) this.notePhase("done", frame.ref, call);
  }

  private apply(part: Part, effects: readonly CalleeEffect[], cause: Ref): void {
    for (const effect of effects) this.carryOut(part, effect, cause);
  }

  private carryOut(part: Part, effect: CalleeEffect, cause: Ref): void {
    switch (effect.tag) {
      case "hand on":
        this.handOn(part, effect.request, cause);
        return;
      case "hand on argument":
        if (part.handedOn !== null) part.handedOn.available = effect.upTo;
        part.next?.pump(cause, part.call);
        return;
      case "process":
        this.process(part, cause);
        return;
      case "send":
        this.send(part, effect.message, cause);
        return;
      case "pass on":
        this.passOn(part, effect.message, effect.upTo, effect.first, cause);
        return;
      case "give up":
        this.giveUp(effect.which === "next" ? part.next : part.before);
    }
  }

  /** Aborts a connection. Parts of other calls that use it learn that it is lost. */
  private giveUp(connection: FlexConnection | null): void {
    if (connection === null || connection.isBroken) return;
    connection.abort();
    this.lost(connection);
  }

  /**
   * Opens the message to the next callee; its header goes with the first of the argument, or now where there is
   * none.
   */
  private handOn(part: Part, request: FlexRequest, cause: Ref): void {
    const [to = 0] = part.request.callees;
    part.next = this.connectionTo(stationNumber(to) - 1, cause, part.call);
    part.handedOn = addRequest(part.next, request, part.call);
    if (request.argumentBytes > 0) return;
    part.handedOn.available = 0;
    part.next.pump(cause, part.call);
  }

  private process(part: Part, cause: Ref): void {
    this.watch.hasArgument(part.call, this.now);
    const { process, slowMs } = this.options;
    const ended = (ref: Ref): void => {
      if (part.protocol.state.tag !== "process" || !this.parts.includes(part)) return; // abandoned, or lost in a crash
      this.watch.processed(part.call, this.now);
      this.step(part, { tag: "processed", resultBytes: this.options.resultBytes }, ref);
    };
    this.machine.runProcedure({
      step: this.world.recorder.step(stepOf(process)),
      owner: this.owner,
      call: part.call,
      duration: durationOf(process),
      cause,
      then: (work) => (slowMs === 0 ? ended(work.cause) : this.wait(part.call, work.cause, millis(slowMs), ended)),
    });
  }

  /** A slow callee waits, as for a disk: its processor does not work meanwhile. */
  private wait(call: number, cause: Ref, duration: Nanos, then: (ref: Ref) => void): void {
    const which = this.waiting.push(() => then(this.noteCall("slow procedure ends", cause, call))) - 1;
    this.world.sim.after(duration, this.wakeTag, which);
  }

  /** Sends a whole message of results. One with results of later callees has to be put together first. */
  private send(part: Part, message: FlexResults, cause: Ref): void {
    const { before, call } = part;
    const out = addResults(before, message, call);
    const go = (ref: Ref): void => {
      out.available = out.end - out.start - out.header.length;
      before.pump(ref, call);
    };
    const isOwnAlone = message.results.every(({ callee }) => callee === message.position);
    if (isOwnAlone) go(cause);
    else this.passingOn(call, cause, go);
  }

  /** Passes a part of a message of results from the next callee on to the one before, as it comes. */
  private passOn(part: Part, message: FlexResults, upTo: number, first: boolean, cause: Ref): void {
    const { before, call } = part;
    if (first) {
      const out = addResults(before, message, call);
      part.passedOn = out;
      this.passingOn(call, cause, (ref) => {
        out.available = entryOf(this.comeSoFar, out, "message of results");
        this.comeSoFar.delete(out);
        before.pump(ref, call);
      });
      this.comeSoFar.set(out, upTo);
      return;
    }
    const out = part.passedOn;
    if (out === null) throw new Error("A result is passed on that was not begun.");
    if (out.available < 0) this.comeSoFar.set(out, upTo);
    else {
      out.available = upTo;
      before.pump(cause, call);
    }
  }

  /** Bytes that have come of each message of results that is still being put together. */
  private readonly comeSoFar = new Map<OutMessage, number>();

  private passingOn(call: number, cause: Ref, then: (ref: Ref) => void): void {
    this.machine.run({
      step: this.world.recorder.step(stepOf(PASS_RESULTS_ON)),
      owner: this.owner,
      call,
      duration: durationOf(PASS_RESULTS_ON),
      cause,
      then: (work) => then(work.cause),
    });
  }
}

function addResults(connection: FlexConnection, message: FlexResults, call: number): OutMessage {
  const parts = message.results.map(({ callee, bytes }) => ({ bytes, word: resultWord(callee, message.call) }));
  return connection.out.add("result", call, encodeFlexHeader(message), parts);
}
