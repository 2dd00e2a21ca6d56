/**
 * A process that answers questions about names: of the name service, or of the RPC run time of an exporter. A question
 * to all machines is answered by those that have an answer. It leaves no row in the table of activities, and nobody
 * acknowledges it: whoever asks hears an answer or asks again.
 */
import type { Worker } from "../../hardware/processors.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import { answerTo, type ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CedarPacket } from "../../wire/cedar.ts";
import { EVERYBODY, type Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";

import type { CalleeAt, CalleeMachine } from "./options.ts";
import { decrypts, encrypts } from "./secrets.ts";
import type { Machine } from "./packets.ts";
import { wordsOf } from "./words.ts";

interface Row {
  readonly protocol: ProtocolInstance<CalleeAt, CalleeInput, CalleeEffect>;
  cause: Ref;
  kind: string; // of the question
}

interface Work {
  readonly row: Row | null; // null for a question to all machines
  readonly call: ExchangePacket;
  readonly kind: string;
}

type Answer = (question: ExchangePacket, cause: Ref) => Uint8Array | null;

const NO_CALL = 0;
const PROCESS = 1;
const NOTHING = new Uint8Array(0);

export class Service {
  private readonly host: Machine;
  private readonly machine: CalleeMachine;
  private readonly answer: Answer;
  private readonly worker: Worker;
  private readonly rows = new Map<string, Row>();
  private readonly waiting: Work[] = [];
  private present: Work | null = null;
  private result: Uint8Array | null = null;

  constructor(host: Machine, machine: CalleeMachine, answer: Answer) {
    this.host = host;
    this.machine = machine;
    this.answer = answer;
    this.worker = host.processors.worker(host.world.recorder.owner("answering process"), () => this.segmentDone());
  }

  received(frame: Frame, packet: CedarPacket): void {
    if (frame.to === EVERYBODY) {
      this.take({ row: null, call: packet, kind: frame.kind }, frame.ref);
      return;
    }
    const row = this.rowOf(packet, frame);
    if (packet.type === "call") row.kind = frame.kind;
    row.cause = frame.ref;
    this.apply(row, row.protocol.step({ tag: "packet", packet }, frame.ref, NO_CALL), frame.ref);
  }

  private rowOf({ activity: { machine, thread } }: CedarPacket, { kind }: Frame): Row {
    const key = `${machine}.${thread}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const { host } = this;
    const row: Row = {
      protocol: new ProtocolInstance(host, this.machine, {
        name: `names, activity ${key}`,
        identity: undefined,
        due: () => {
          row.cause = host.timerMark(row.cause, NO_CALL);
          this.apply(row, row.protocol.step({ tag: "tick" }, row.cause, NO_CALL), row.cause);
        },
      }),
      cause: -1,
      kind,
    };
    this.rows.set(key, row);
    return row;
  }

  private apply(row: Row, effects: readonly CalleeEffect[], cause: Ref, isPaid = false): void {
    for (const effect of effects) {
      if (effect.tag === "send") {
        const { packet, send } = effect;
        const kind = packet.type === "result" ? `${row.kind} answer` : packet.type;
        const to = packet.activity.machine - 1;
        this.host.sendPacket(packet, { to, call: NO_CALL, send, cause, kind }, isPaid);
      } else if (effect.tag === "execute") {
        this.take({ row, call: effect.call, kind: row.kind }, cause);
      }
    }
  }

  private take(work: Work, cause: Ref): void {
    this.waiting.push(work);
    if (this.present === null) this.next(cause);
  }

  private next(cause: Ref): void {
    this.present = this.waiting.shift() ?? null;
    if (this.present === null) return;
    const { processors, questions } = this.host;
    const { data } = this.present.call;
    processors.wake(this.worker, questions.serve(wordsOf(data), decrypts(this.present.call)), NO_CALL, cause);
  }

  private segmentDone(): void {
    const { worker, present, host } = this;
    if (present === null) throw new Error(`The answering process of ${host.name} ran without a question.`);
    if (this.result === null) {
      const answer = this.answer(present.call, worker.cause) ?? NOTHING;
      if (present.row === null && answer.length === 0) {
        this.end();
        return;
      }
      this.result = answer;
      host.processors.proceed(worker, host.questions.reply(wordsOf(answer), encrypts(present.call, answer)));
      return;
    }
    const data = this.result;
    this.end(() => this.say(present, data, worker.cause));
  }

  /** The process is free for the next question; it says the answer before that. */
  private end(say: () => void = () => undefined): void {
    const { worker, host } = this;
    this.result = null;
    this.present = null;
    host.processors.block(worker);
    say();
    this.next(worker.cause);
  }

  private say({ row, call, kind }: Work, data: Uint8Array, cause: Ref): void {
    if (row === null) {
      const packet: ExchangePacket = { ...answerTo(call, "result"), serverThread: PROCESS, data };
      const to = call.activity.machine - 1;
      this.host.sendPacket(packet, { to, call: NO_CALL, send: 1, cause, kind: `${kind} answer` }, true);
      return;
    }
    const { sequence, conversation = 0 } = call;
    const done: CalleeInput = { tag: "done", sequence, conversation, data, serverThread: PROCESS };
    this.apply(row, row.protocol.step(done, cause, NO_CALL), cause, true);
  }
}
