/** A program's import of an interface: the importer decides whom to ask, this file asks. */
import type { Ref } from "../../kernel/trace-data.ts";
import {
  importer,
  type Binding,
  type ImporterEffect,
  type ImporterInput,
  type ImporterState,
  type Wanted,
} from "../../protocols/cedar/importer.ts";
import { NO_DATA } from "../../protocols/cedar/packet.ts";
import { NAME_SERVICE, RUN_TIME } from "../../wire/cedar-header.ts";
import {
  BIND,
  decodeBinding,
  decodeEntry,
  decodeName,
  encodeEntry,
  encodeName,
  MAKE,
  READ_NAME,
  WRITE_NAME,
} from "../../wire/names.ts";
import { EVERYBODY } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import type { Answer, Asker } from "./asker.ts";
import type { Machine } from "./packets.ts";

export interface ImportOptions {
  readonly wanted: Wanted;
  readonly replicas: readonly number[]; // hosts of the name service
}

const NO_CALL = 0;

export class Importing {
  private readonly asker: Asker;
  private readonly protocol: ProtocolInstance<ImporterState, ImporterInput, ImporterEffect>;
  private readonly done: (binding: Binding | null, cause: Ref) => void;

  /** @param done called with the binding; null where nothing was imported */
  constructor(
    host: Machine,
    asker: Asker,
    options: ImportOptions,
    done: (binding: Binding | null, cause: Ref) => void,
  ) {
    this.asker = asker;
    this.done = done;
    this.protocol = new ProtocolInstance(host, importer(options.wanted, options.replicas), {
      name: "importer",
      identity: undefined,
      due: () => undefined, // it waits for no time
    });
  }

  begin(cause: Ref): void {
    this.step({ tag: "import" }, cause);
  }

  private step(input: ImporterInput, cause: Ref): void {
    for (const effect of this.protocol.step(input, cause, NO_CALL)) this.apply(effect, cause);
  }

  private apply(effect: ImporterEffect, cause: Ref): void {
    switch (effect.tag) {
      case "look up": {
        const answered = (answer: Answer | null, ref: Ref): void =>
          this.step(answer === null ? SILENT : { tag: "answer", entry: decodeEntry(answer.data) }, ref);
        const { replica: to, name } = effect;
        const question = { interface: NAME_SERVICE, procedure: READ_NAME, data: encodeName(name) };
        this.asker.ask({ to, ...question, kind: "look-up", answered }, cause);
        return;
      }
      case "bind":
        this.bind(effect.host, effect.name, cause);
        return;
      case "ask all":
        this.bind(EVERYBODY, effect.name, cause);
        return;
      case "make": {
        const question = { interface: RUN_TIME, procedure: MAKE, data: NO_DATA };
        const answered = (answer: Answer | null, ref: Ref): void =>
          this.step(answer === null ? SILENT : { tag: "made", name: decodeName(answer.data) }, ref);
        this.asker.ask({ to: effect.host, ...question, kind: "make", answered }, cause);
        return;
      }
      case "heal": {
        const question = { interface: NAME_SERVICE, procedure: WRITE_NAME, data: encodeEntry(effect.entry) };
        this.asker.ask({ to: effect.replica, ...question, kind: "update", answered: () => undefined }, cause);
        return;
      }
      case "imported":
        this.done(effect.binding, cause);
        return;
      case "not imported":
        this.done(null, cause);
        return;
    }
  }

  /** Asks one machine, or all, for the row of an instance and its unique identifier. */
  private bind(to: number, name: string, cause: Ref): void {
    const question = { interface: RUN_TIME, procedure: BIND, data: encodeName(name) };
    const answered = (answer: Answer | null, ref: Ref): void => this.step(bindInput(answer), ref);
    this.asker.ask({ to, ...question, kind: "bind", answered }, cause);
  }
}

const SILENT: ImporterInput = { tag: "silent" };

function bindInput(answer: Answer | null): ImporterInput {
  if (answer === null) return SILENT;
  const row = decodeBinding(answer.data);
  return row === null ? { tag: "refused" } : { tag: "bound", host: answer.from, ...row };
}
