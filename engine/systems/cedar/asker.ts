/** A process that asks other machines about names, one question at a time, by calls of the exchange like any other. */
import type { Worker } from "../../hardware/processors.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { CallerEffect, CallerIdentity, CallerInput } from "../../protocols/cedar/caller.ts";
import type { CedarPacket } from "../../wire/cedar.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";

import type { CallerAt, CallerMachine } from "./options.ts";
import type { Machine } from "./packets.ts";
import { wordsOf } from "./words.ts";

/** The answer of a host. */
export interface Answer {
  readonly from: number; // host
  readonly data: Uint8Array;
}

interface Question {
  readonly to: number; // host, or EVERYBODY: then the first answer counts
  readonly interface: number;
  readonly procedure: number;
  readonly data: Uint8Array;
  /** The name of its packets in the trace: "look-up". */
  readonly kind: string;
  /** Whether the answer is in cipher text, which the process decrypts; left out for no. */
  readonly isSealed?: boolean;
  /** Called with the answer; null where nobody answered. `cause` is the last row of the trace. */
  readonly answered: (answer: Answer | null, cause: Ref) => void;
}

/** The number of the process that asks, on every machine. No process that calls, and no server process, has it. */
export const ASKER = 200;
const NO_CALL = 0;

export class Asker {
  private readonly host: Machine;
  private readonly worker: Worker;
  private readonly protocol: ProtocolInstance<CallerAt, CallerInput, CallerEffect, CallerIdentity>;
  private readonly waiting: Question[] = [];
  private present: Question | null = null;
  private end: { readonly answer: Answer | null } | null = null; // known, and not yet taken out of its packet

  /** @param conversation of this power cycle of the host */
  constructor(host: Machine, machine: CallerMachine, name: string, conversation: number) {
    const { recorder } = host.world;
    this.host = host;
    this.worker = host.processors.worker(recorder.owner(name), () => this.segmentDone());
    this.protocol = new ProtocolInstance(host, machine, {
      name,
      identity: { activity: { machine: host.number + 1, space: 0, thread: ASKER }, conversation },
      due: () => this.step({ tag: "tick" }, host.timerMark(this.worker.cause, NO_CALL)),
    });
  }

  /** Asks when the questions before it are answered. */
  ask(question: Question, cause: Ref = NO_REF): void {
    this.waiting.push(question);
    if (this.present === null) this.next(cause);
  }

  private next(cause: Ref): void {
    this.present = this.waiting.shift() ?? null;
    if (this.present === null) return;
    const { processors, questions } = this.host;
    processors.wake(this.worker, questions.call(wordsOf(this.present.data)), NO_CALL, cause);
  }

  received(frame: Frame, packet: CedarPacket): void {
    this.step({ tag: "packet", packet }, frame.ref, frame.from);
  }

  private segmentDone(): void {
    const { worker, present, end } = this;
    if (present === null) throw new Error("An asking process ran without a question.");
    this.host.processors.block(worker);
    if (end === null) {
      const { interface: index, procedure, data } = present;
      const call = { serverSpace: 0, interface: index, binding: 0, procedure, data };
      this.step({ tag: "start", call }, worker.cause);
      return;
    }
    this.end = null;
    this.present = null;
    const { cause } = worker;
    present.answered(end.answer, cause);
    if (this.present === null) this.next(cause);
  }

  /** @param from the host whose packet is the input; left out where none is */
  private step(input: CallerInput, cause: Ref, from?: number): void {
    const { host, present } = this;
    for (const effect of this.protocol.step(input, cause, NO_CALL)) {
      if (effect.tag === "send") {
        const { packet, send } = effect;
        const to = from ?? present?.to;
        if (to === undefined) throw new Error(`${host.name} asks nobody, and sends a ${packet.type}.`);
        const kind = packet.type === "call" && present !== null ? present.kind : packet.type;
        host.sendPacket(packet, { to, call: NO_CALL, send, cause, kind }, input.tag === "start");
      } else {
        const answer = effect.tag === "returned" && from !== undefined ? { from, data: effect.data } : null;
        this.end = { answer };
        const words = answer === null ? 0 : wordsOf(answer.data);
        const keyWords = present?.isSealed === true ? words : 0;
        host.processors.wake(this.worker, host.questions.finish(words, keyWords), NO_CALL, cause);
      }
    }
  }
}
