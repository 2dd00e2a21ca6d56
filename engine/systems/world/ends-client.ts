/** The program of a host that makes calls: when each begins, and what follows it. Rules: head of ends-run.ts. */
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { Host, HostInput, WithoutResult } from "../../protocols/ends.ts";
import type { CallSupply } from "./call-supply.ts";
import type { CalledProgram } from "./ends-system.ts";
import type { World } from "./world.ts";

interface ClientOptions {
  readonly world: World;
  readonly host: Host;
  readonly name: string;
  readonly program: CalledProgram;
  /** The calls that it and all other clients are still to make. */
  readonly supply: CallSupply;
  /** Tells the machine of a call. */
  readonly tell: (input: Extract<HostInput<never>, { readonly tag: "call" }>, cause: Ref) => void;
  readonly isDown: () => boolean;
  /** Called when the program has nothing left to do, unless it begins anew. */
  readonly over: () => void;
}

export class Client {
  /** It has no call under way and makes no more, unless its machine restarts. */
  isOver = false;
  private readonly options: ClientOptions;
  private readonly underWay = new Set<number>(); // calls
  private readonly paceOwner: number;

  constructor(options: ClientOptions) {
    this.options = options;
    this.paceOwner = options.world.addTimerOwner({ timerWentOff: () => this.nextAtPace() });
  }

  /** The machine has come up. */
  begin(): void {
    this.isOver = false;
    const { threads = 1, pace } = this.options.program;
    for (let thread = 0; thread < threads; thread++) {
      if (pace === undefined) this.next(NO_REF);
      else this.later(pace);
    }
  }

  /** The machine has lost its power: what is under way has failed. */
  crashed(): void {
    for (const call of this.underWay) this.end(call, "failed", NO_REF);
    this.finish();
  }

  /** A call has come back with its result. */
  returned(call: number, cause: Ref): void {
    this.end(call, "returned", cause);
    this.goOn(cause);
  }

  /** A call has ended without a result. */
  endedWithout(call: number, outcome: WithoutResult, goesOn: boolean, cause: Ref): void {
    this.end(call, outcome, cause);
    if (goesOn) this.goOn(cause);
    else this.finish();
  }

  /** Rule 1. */
  private next(cause: Ref): void {
    const { world, supply, host, name, program } = this.options;
    if (!supply.take()) {
      if (this.underWay.size === 0) this.finish();
      return;
    }
    const { recorder, sim } = world;
    const call = recorder.beginCall(recorder.owner(name), sim.now);
    this.underWay.add(call);
    if (program.pace?.isOpen === true && supply.hasMore) this.later(program.pace);
    this.options.tell({ tag: "call", call, data: program.argument(call, host) }, cause);
  }

  /** A program whose machine is down by then begins nothing; it begins anew with the machine. */
  private nextAtPace(): void {
    if (!this.options.isDown()) this.next(NO_REF);
  }

  /** A call begins after a while. */
  private later({ gap }: NonNullable<CalledProgram["pace"]>): void {
    const { world, host } = this.options;
    world.setTimer(world.sim.now + gap(host), this.paceOwner);
  }

  /** Rule 1: what follows a call. */
  private goOn(cause: Ref): void {
    const { supply, program } = this.options;
    const { pace } = program;
    if (pace === undefined) this.next(cause);
    else if (!supply.hasMore)
      this.next(cause); // the program may be over
    else if (!pace.isOpen) this.later(pace);
  }

  private end(call: number, outcome: "returned" | WithoutResult, cause: Ref): void {
    const { recorder, sim } = this.options.world;
    recorder.endCall(call, sim.now, outcome, cause);
    this.underWay.delete(call);
    if (outcome === "returned") this.options.supply.hasReturned = true;
  }

  private finish(): void {
    this.isOver = true;
    this.options.over();
  }
}
