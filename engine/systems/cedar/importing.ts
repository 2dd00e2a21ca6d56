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
import {
  BIND,
  decodeBinding,
  decodeEntry,
  encodeEntry,
  encodeName,
  NAME_SERVICE,
  READ_NAME,
  RUN_TIME,
  WRITE_NAME,
} from "../../wire/names.ts";
import { ProtocolInstance } from "../world/instance.ts";
import type { Asker } from "./asker.ts";
import type { Machine } from "./packets.ts";

export interface ImportOptions {
  readonly wanted: Wanted;
  readonly instance: string; // that the exporter is asked for
  readonly replicas: readonly number[]; // hosts of the name service
}

const NO_CALL = 0;

export class Importing {
  private readonly options: ImportOptions;
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
    this.options = options;
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
        const answered = (data: Uint8Array | null, ref: Ref): void =>
          this.step(data === null ? { tag: "silent" } : { tag: "answer", entry: decodeEntry(data) }, ref);
        const { replica: to, name } = effect;
        const question = { interface: NAME_SERVICE, procedure: READ_NAME, data: encodeName(name) };
        this.asker.ask({ to, ...question, kind: "look-up", answered }, cause);
        return;
      }
      case "bind": {
        const question = { interface: RUN_TIME, procedure: BIND, data: encodeName(this.options.instance) };
        const answered = (data: Uint8Array | null, ref: Ref): void => this.step(bindInput(data), ref);
        this.asker.ask({ to: effect.host, ...question, kind: "bind", answered }, cause);
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
}

function bindInput(data: Uint8Array | null): ImporterInput {
  if (data === null) return { tag: "silent" };
  const row = decodeBinding(data);
  return row === null ? { tag: "refused" } : { tag: "bound", ...row };
}
