/**
 * For tests: the ends of a protocol beside a run of its system. Each input of the trace is given to the ends at the
 * same time, and they must take the same steps and send the same packets.
 *
 * The ends may be ahead: they take at once what a process of the system takes when the processor has time for it. So a
 * step of the trace is looked for among those that the ends have taken already; if it is not there, its input is given.
 */
import type { Program } from "../experiments/explorable.ts";
import { codeAt, fateOf, itemAt, numberAt, originOf, timeAt } from "../kernel/reads.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import { BEGIN, CRASH, END, MARK_KINDS, NO_REF, POWER, type Ref, type TraceData } from "../kernel/trace-data.ts";
import {
  CALLEE,
  ofHost,
  receiversOf,
  type AnyEnds,
  type ExecuteEffect,
  type Host,
  type HostInput,
} from "../protocols/ends.ts";
import type { MachineStep, OwnInput, SendEffect } from "../protocols/ends.ts";
import type { StepEffect } from "../protocols/rpc2/process-types.ts";
import { senderOf } from "./call-times.ts";
import { packetBefore } from "../experiments/call-facts.ts";

/** A step of a machine, in the words of a trace. */
interface Step {
  readonly protocol: string;
  readonly input: string;
  readonly to: string;
  readonly at: Nanos;
  /** Whether it has changed the state or had an effect; one that has not may be left out. */
  readonly matters: boolean;
}

type Sent = SendEffect<unknown> & { readonly at: Nanos };

const stepText = ({ protocol, input, to }: Step): string => `${protocol}, ${input}: ${to}`;

const RPC2_PROCESS = "RPC2 process";

/** A process of RPC2 is one machine; where the trace does not have its steps, it has those of the connections. */
function stepsOf(
  { machine, before, input, after, effects }: MachineStep,
  at: Nanos,
  hasProcess: boolean,
): readonly Step[] {
  if (machine.protocol !== RPC2_PROCESS || hasProcess) {
    const matters = effects.length > 0 || machine.key(before) !== machine.key(after);
    return [{ protocol: machine.protocol, input: machine.input(input), to: machine.name(after), at, matters }];
  }
  return (effects as readonly StepEffect[]).flatMap((effect) => {
    if (effect.tag !== "connection" || effect.after === null) return [];
    const { role, state } = effect.after;
    return [
      { protocol: `RPC2 ${role}`, input: effect.input, to: state.tag, at, matters: effect.before !== effect.after },
    ];
  });
}

/** A host of the ends, and what it is ahead of the system by. */
interface Place {
  state: unknown; // null while it is down
  life: number;
  since: Nanos; // when this life began
  steps: readonly Step[]; // that the system has still to take
  sends: readonly Sent[]; // that the system has still to put on the wire
  works: readonly ExecuteEffect[];
}

const SOON = millis(100);
/** The program’s own input of Sun RPC over TCP. */
const CLOSE = "close";
/** The program of RPC2 gives a broken connection up. */
const FORGET = "forget";

/** Walks a trace with the ends beside it. */
export class Walk {
  private readonly disagreements: string[] = [];
  private now: Nanos = 0;
  private isOver = false; // the program of the ends makes no more calls
  private readonly trace: TraceData;
  private readonly ends: AnyEnds;
  private readonly program: Program;
  private readonly hasProcess: boolean;
  private readonly places: readonly Place[];
  private readonly packets = new Map<number, Sent>(); // by their row
  private readonly heard = new Set<string>(); // packets by their row and who heard them

  constructor(trace: TraceData, ends: AnyEnds, program: Program) {
    this.trace = trace;
    this.ends = ends;
    this.program = program;
    this.hasProcess = trace.words.includes(RPC2_PROCESS);
    this.places = ends.start().map((state) => ({ state, life: 1, since: 0, steps: [], sends: [], works: [] }));
  }

  /** Ends at the first disagreement. */
  walk(): readonly string[] {
    const { transitions, packets, marks } = this.trace;
    const rows = (count: number, at: Float64Array, happen: (row: number, at: Nanos) => void) =>
      Array.from({ length: count }, (_, row) => ({
        at: timeAt(at, row),
        happen: (): void => happen(row, timeAt(at, row)),
      }));
    const all = [
      ...rows(marks.count, marks.at, (row, at) => this.power(row, at)),
      ...rows(transitions.count, transitions.at, (row, at) => this.stepped(row, at)),
      ...rows(packets.count, packets.departs, (row, at) => this.sent(row, at)),
    ];
    for (const { at, happen } of all.sort((a, b) => a.at - b.at)) {
      if (this.isOver) break;
      this.now = at;
      happen();
    }
    if (this.disagreements.length === 0) for (const host of this.places.keys()) this.compareRest(host);
    return this.disagreements;
  }

  /** The system takes every step of the ends too, a little later, and before its run ends. */
  private compareRest(host: Host): void {
    const { steps, sends } = ofHost(this.places, host);
    const rest = [
      ...steps.filter(({ matters }) => matters).map((step) => ({ at: step.at, text: stepText(step) })),
      ...sends.map(({ at, kind }) => ({ at, text: `sent ${kind}` })),
    ];
    const late = rest.find(({ at }) => at < this.now - SOON);
    if (late !== undefined) this.disagree(late.at, ofHost(this.ends.hosts, host), "nothing", late.text);
  }

  private disagree(at: Nanos, host: string, system: string, ends: string): void {
    this.isOver = true;
    this.disagreements.push(`${at / 1e6} ms, ${host}: the system has ${system}; the ends have ${ends}`);
  }

  private power(row: number, at: Nanos): void {
    const { marks, tracks } = this.trace;
    if (MARK_KINDS[codeAt(marks.kind, row)] !== "power") return;
    const host = this.ends.hosts.indexOf(itemAt(tracks, numberAt(marks.track, row), "track").machine);
    const place = this.places[host];
    if (place === undefined) return;
    Object.assign(place, { state: null, steps: [], sends: [], works: [] });
    if (timeAt(marks.value, row) !== POWER.restarted) return;
    place.life++;
    place.since = at;
    place.state = this.ends.restart(host, place.life, { now: at, calleeLife: ofHost(this.places, CALLEE).life });
  }

  private tell(host: Host, input: HostInput<unknown, OwnInput>, now: Nanos): void {
    const place = ofHost(this.places, host);
    if (place.state === null) return;
    const steps: Step[] = [];
    const took = (step: MachineStep): void => void steps.push(...stepsOf(step, now, this.hasProcess));
    const calleeLife = ofHost(this.places, CALLEE).life;
    const [state, effects] = this.ends.step(place.state, input, { now, calleeLife, took });
    place.state = state;
    place.steps = [...place.steps, ...steps];
    for (const effect of effects) {
      if (effect.tag === "send") place.sends = [...place.sends, { ...effect, at: now }];
      if (effect.tag === "execute") place.works = [...place.works, effect];
      if (effect.tag === "failed" && !effect.goesOn) this.isOver = true;
    }
  }

  /** The packet that has waited longest in a socket of the host: a process reads it when it is done with another. */
  private oldestIn(host: Host, at: Nanos): number {
    const { packets, tracks } = this.trace;
    const [name, { since }] = [ofHost(this.ends.hosts, host), ofHost(this.places, host)];
    const machineOf = (column: Int32Array, row: number) => itemAt(tracks, numberAt(column, row), "track").machine;
    const isIn = (row: number): boolean =>
      ["", name].includes(machineOf(packets.to, row)) && // "" for a broadcast
      machineOf(packets.from, row) !== name &&
      timeAt(packets.arrives, row) >= since &&
      timeAt(packets.arrives, row) <= at &&
      fateOf(this.trace, row) !== "lost" &&
      !this.hasHeard(host, row);
    return [...this.packets.keys()].find(isIn) ?? -1;
  }

  private hasHeard(host: Host, row: number): boolean {
    return this.heard.has(`${row} ${host}`);
  }

  private hear(host: Host, row: number, at: Nanos): void {
    const sent = this.packets.get(row);
    if (sent === undefined || this.hasHeard(host, row)) return;
    this.heard.add(`${row} ${host}`);
    const from = this.ends.hosts.indexOf(senderOf(this.trace, row));
    this.tell(host, { tag: "packet", packet: sent.packet, call: numberAt(this.trace.packets.call, row), from }, at);
  }

  private stepped(row: number, at: Nanos): void {
    const { transitions, words } = this.trace;
    const word = (column: Int32Array): string => itemAt(words, numberAt(column, row), "word");
    const [name, call] = [word(transitions.machine), numberAt(transitions.call, row)];
    const step: Step = {
      protocol: word(transitions.protocol),
      input: word(transitions.input),
      to: word(transitions.to),
      at,
      matters: true,
    };
    const host = this.ends.hosts.indexOf(name);
    const cause = numberAt(transitions.cause, row);
    const isDone = this.isBefore(call, at) || (call === 0 && cause === NO_REF); // by the ends when they start
    if (isDone && step.input === "broken") this.isOver = true; // the ends begin with an open connection
    if (step.input === FORGET) this.isOver = true; // the ends do not bind anew
    if (isDone || this.isOver || [BEGIN, CRASH, END].includes(step.input) || host < 0 || this.isProgram(step)) return;
    const place = ofHost(this.places, host);
    const isIt = (one: Step): boolean => one.protocol === step.protocol && one.input === step.input;
    if (!place.steps.some(isIt)) this.give(host, step, { call, at, cause });
    const found = place.steps.findIndex(isIt);
    const taken = place.steps[found];
    if (taken?.to !== step.to) {
      this.disagree(at, name, stepText(step), place.steps.map(stepText).join("; ") || `no step`);
    }
    place.steps = place.steps.toSpliced(found, 1);
  }

  private isBefore(call: number, at: Nanos): boolean {
    return call === 0 && at <= timeAt(this.trace.calls.start, 0);
  }

  /** Whether a step is that of a program on a host of the ends, which they know only as the procedure. */
  private isProgram({ protocol }: Step): boolean {
    const { procedure, steps } = this.ends;
    return "protocol" in procedure && procedure.protocol === protocol && protocol !== steps.executes.protocol;
  }

  /** Gives the ends the input that has led to a step of the system. */
  private give(host: Host, { protocol, input }: Step, row: { call: number; at: Nanos; cause: Ref }): void {
    const { starts, answers } = this.ends.steps;
    const { call, at, cause } = row;
    const place = ofHost(this.places, host);
    if (protocol === starts.protocol && input === starts.input) {
      this.tell(host, { tag: "call", call, data: this.program.argument(call) }, at);
    } else if (input === CLOSE) {
      this.tell(host, { tag: CLOSE }, at);
    } else if (input === "tick") {
      this.tell(host, { tag: "tick" }, at);
    } else if (protocol === answers.protocol && input === answers.input) {
      const work = place.works.find((one) => one.call === call);
      if (work === undefined) return;
      place.works = place.works.filter((one) => one !== work);
      this.tell(host, { tag: "done", work: work.work, data: this.program.result(work.data) }, at);
    } else {
      const packet = packetBefore(this.trace, cause);
      this.hear(host, packet === null || this.hasHeard(host, packet) ? this.oldestIn(host, at) : packet, at);
      const isTaken = place.steps.some((one) => one.protocol === protocol && one.input === input);
      if (!isTaken && this.isDue(host, at)) this.tell(host, { tag: "tick" }, at);
    }
  }

  private isDue(host: Host, at: Nanos): boolean {
    const { state } = ofHost(this.places, host);
    return state !== null && (this.ends.deadline(state) ?? Infinity) <= at;
  }

  private bytesOf(row: number): string {
    const { packets, frames } = this.trace;
    const at = numberAt(packets.frameAt, row);
    return frames.subarray(at, at + numberAt(packets.frameLength, row)).join();
  }

  private sent(row: number, at: Nanos): void {
    const { packets, tracks, packetKinds } = this.trace;
    const origin = originOf(this.trace, row);
    const name = itemAt(tracks, numberAt(packets.from, row), "track").machine;
    const host = this.ends.hosts.indexOf(name);
    const kind = itemAt(packetKinds, numberAt(packets.kind, row), "kind of packet");
    if (host < 0 || origin === "other traffic") return;
    const [call, cause] = [numberAt(packets.call, row), numberAt(packets.cause, row)];
    if (origin === "duplicate") {
      const text = this.bytesOf(row);
      const first = [...this.packets].findLast(([other]) => this.bytesOf(other) === text);
      if (first !== undefined) this.packets.set(row, first[1]);
      return;
    }
    const place = ofHost(this.places, host);
    const to = this.ends.hosts.indexOf(itemAt(tracks, numberAt(packets.to, row), "track").machine); // -1: to all
    const isTo = (one: Sent): boolean =>
      to < 0 ? one.others !== undefined : receiversOf(this.ends, host, one)[0] === to;
    const find = (): Sent | undefined => {
      const ofKind = place.sends.filter((one) => one.kind === kind && isTo(one));
      return ofKind.find((one) => one.call === call) ?? ofKind[0];
    };
    const before = packetBefore(this.trace, cause);
    if (find() === undefined && before !== null) this.hear(host, before, at); // no machine has taken it
    const sent = find();
    if (sent === undefined) {
      if (this.isBefore(call, at) || !this.ends.kinds.includes(kind)) return; // such as the question to a portmapper
      this.disagree(at, name, `sent ${kind}#${call}`, place.sends.map((one) => one.kind).join(", ") || "sent nothing");
      return;
    }
    place.sends = place.sends.filter((one) => one !== sent);
    this.packets.set(row, sent);
  }
}
