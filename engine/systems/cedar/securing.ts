/**
 * A program gets a key before its first call: it asks Grapevine for one, and hands Grapevine's words for the callee on
 * to the callee (slides, "Security": Grapevine is the authentication and key distribution service).
 */
import type { Ref } from "../../kernel/trace-data.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import { openGrant } from "../../wire/cedar-seal.ts";
import { NAME_SERVICE, RUN_TIME } from "../../wire/cedar-header.ts";
import { WireError } from "../../wire/error.ts";
import { CONVERSE, encodeHost, GIVE_KEY, isWritten } from "../../wire/names.ts";
import type { Answer, Asker } from "./asker.ts";
import type { Machine } from "./packets.ts";

export interface SecurityOptions {
  /** The caller's own secret, or another that Grapevine does not know. */
  readonly secret: CipherKey;
  readonly replicas: readonly number[]; // hosts of Grapevine
}

type Done = (key: CipherKey | null, cause: Ref) => void;

export class Securing {
  private readonly host: Machine;
  private readonly asker: Asker;
  private readonly options: SecurityOptions;

  constructor(host: Machine, asker: Asker, options: SecurityOptions) {
    this.host = host;
    this.asker = asker;
    this.options = options;
  }

  /** @param done called with the key of a conversation with this host; null where there is none */
  begin(callee: number, cause: Ref, done: Done): void {
    this.askFor(callee, 0, cause, done);
  }

  private askFor(callee: number, replica: number, cause: Ref, done: Done): void {
    const to = this.options.replicas[replica];
    if (to === undefined) {
      this.host.note("no key", { cause });
      done(null, cause);
      return;
    }
    const answered = (answer: Answer | null, ref: Ref): void => {
      if (answer === null) this.askFor(callee, replica + 1, ref, done);
      else this.granted(callee, answer, ref, done);
    };
    const question = { interface: NAME_SERVICE, procedure: GIVE_KEY, data: encodeHost(callee) };
    this.asker.ask({ to, ...question, kind: "key", isSealed: true, answered }, cause);
  }

  private granted(callee: number, { data }: Answer, cause: Ref, done: Done): void {
    try {
      const { key, authenticator } = openGrant(data, this.options.secret);
      const answered = (answer: Answer | null, ref: Ref): void =>
        done(answer !== null && isWritten(answer.data) ? key : null, ref);
      const question = { interface: RUN_TIME, procedure: CONVERSE, data: authenticator };
      this.asker.ask({ to: callee, ...question, kind: "authenticator", answered }, cause);
    } catch (error) {
      if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
      this.host.note("the key cannot be read", { cause });
      done(null, cause);
    }
  }
}
