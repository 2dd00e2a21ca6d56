/** For tests: the fates that a script's `next` gives to packets, and what became of each. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Fate } from "./net.ts";
import { formatTime } from "./told.ts";
import type { Words } from "./words.ts";

interface Fault {
  readonly kind: string;
  readonly from: string | null;
  readonly note: string; // "lost"
  readonly fate: (wire: Nanos) => Fate;
  left: number;
}

export class Faults {
  /** How long a packet takes that meets none. */
  wire = millis(1);
  private readonly kinds: readonly string[];
  private readonly faults: Fault[] = [];
  private hosts: readonly string[] | null = null; // null until they are known
  private readonly notes = new Map<object, string>();

  /** @param kinds of packets that there are */
  constructor(kinds: readonly string[]) {
    this.kinds = kinds;
  }

  /** `3 results lost`, `1 data from a late by 3ms`, `5 DATA:1 lost`: those with the number 1 */
  add(words: Words): void {
    const left = words.number();
    const kind = words.oneOfNumbered(this.kinds, "a packet");
    const from = words.is("from") ? words.take() : null;
    this.check(from);
    this.faults.push({ kind, from, left, ...readFate(words) });
  }

  /** Says which hosts send packets. Throws where a fault names another. */
  among(hosts: readonly string[]): void {
    this.hosts = hosts;
    for (const { from } of this.faults) this.check(from);
  }

  private check(from: string | null): void {
    if (from === null || this.hosts === null || this.hosts.includes(from)) return;
    throw new Error(`got "${from}", want a host: ${this.hosts.join(", ")}.`);
  }

  /** The fate of what an effect sends; `names` are those that a script may call it by. */
  fateOf(sent: object, names: readonly string[], from: string): Fate {
    const fault = this.faults.find(
      (one) => one.left > 0 && names.includes(one.kind) && (one.from === null || one.from === from),
    );
    if (fault === undefined) return [this.wire];
    fault.left--;
    this.notes.set(sent, `, ${fault.note}`);
    return fault.fate(this.wire);
  }

  /** `, lost`, or nothing where an effect's packet met no fault. */
  noteOf(sent: object): string {
    return this.notes.get(sent) ?? "";
  }
}

function readFate(words: Words): { readonly note: string; readonly fate: (wire: Nanos) => Fate } {
  if (words.is("lost")) return { note: "lost", fate: () => [] };
  if (words.is("twice")) return { note: "twice", fate: (wire) => [wire, 2 * wire] };
  if (!words.is("late", "by")) throw new Error(`got "${words.take()}", want lost, twice or late by a time.`);
  const late = words.time();
  return { note: `late by ${formatTime(late)}`, fate: (wire) => [wire + late] };
}
