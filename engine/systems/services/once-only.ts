/**
 * Idempotency keys: the last service remembers which requests it has done, so that a copy is not done again.
 *
 * Rules
 * 1. All copies of what one call of a client wants of the last service have one key, whoever sent them again.
 * 2. A copy that comes while another is at work is refused. One that comes later, within the key's life, has the answer
 *    that is kept, and is not worked at (Stripe: at least 24 hours, errors too).
 * 3. The keys of all servers of the service stand in one place, which outlives a crash.
 * 4. A health check has no key.
 * 5. Without keys, or after their life, a copy is done again. That is counted.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Call } from "./request.ts";

interface Done {
  at: Nanos; // the last time it was done; -1 before
  isAtWork: boolean;
}

export class OnceOnly {
  /** Requests that were done again. */
  again = 0;
  private readonly life: Nanos;
  private readonly known = new Map<string, Done>();

  /** @param life of a key; 0 where there are none */
  constructor(life: Nanos) {
    this.life = life;
  }

  /** What becomes of a copy that has come. */
  meets(call: Call, now: Nanos): "new" | "at work" | "done" {
    if (this.life === 0 || call.isCheck) return "new";
    const done = this.known.get(keyOf(call));
    if (done === undefined) return "new";
    if (done.isAtWork) return "at work";
    return done.at >= 0 && now - done.at < this.life ? "done" : "new";
  }

  begun(call: Call): void {
    if (!call.isCheck) this.of(call).isAtWork = true;
  }

  /** A server has lost it, or has done it. */
  ended(call: Call, doneAt: Nanos | null): void {
    if (call.isCheck) return;
    const done = this.of(call);
    done.isAtWork = false;
    if (doneAt === null) return;
    if (done.at >= 0) this.again++;
    done.at = doneAt;
  }

  private of(call: Call): Done {
    const key = keyOf(call);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made: Done = { at: -1, isAtWork: false };
    this.known.set(key, made);
    return made;
  }
}

/** The client's call, and which call below of each service on the way. */
const keyOf = ({ number, place, parent }: Call): string =>
  parent === null ? String(number) : `${keyOf(parent.call)}.${place}`;
