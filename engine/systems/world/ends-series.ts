/** Series of a run by its ends: facts of machines' states, over the time of the run. */
import { SeriesLog, type SeriesLine } from "../../kernel/series.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { MachineAt } from "../../protocols/ends.ts";

/** A series, and its line for a fact; null for a fact that no series follows. */
type Followed = { readonly log: SeriesLog; readonly line: string } | null;

export class FactSeries<Name extends string> {
  private readonly names: Readonly<Record<Name, string>>;
  private readonly hosts: readonly string[];
  private readonly logs: ReadonlyMap<string, SeriesLog>;
  private readonly followed = new Map<string, Map<string, Followed>>(); // by host, by fact

  /**
   * @param names the fact that each series follows, or the beginning of its name before " of "
   * @param hosts in the order of their lines
   */
  constructor(names: Readonly<Record<Name, string>>, hosts: readonly string[]) {
    this.names = names;
    this.hosts = hosts;
    this.logs = new Map(Object.keys(names).map((name) => [name, new SeriesLog()]));
  }

  /** A machine of a host has this state now. */
  reached(host: string, { machine, state }: Pick<MachineAt, "machine" | "state">, at: Nanos): void {
    const known = this.followedOn(host);
    for (const { name, value } of machine.facts(state)) {
      let followed = known.get(name);
      if (followed === undefined) known.set(name, (followed = this.find(host, name)));
      followed?.log.note(followed.line, at, value);
    }
  }

  /** A host has lost its memory: its lines have no value. */
  lost(host: string, at: Nanos): void {
    for (const followed of this.followedOn(host).values()) followed?.log.note(followed.line, at, null);
  }

  /**
   * Throws RangeError for a series that follows no fact of any machine, where a call has returned: a run without an
   * open connection has none of its facts.
   */
  lines(hasReturned: boolean): Readonly<Record<Name, readonly SeriesLine[]>> {
    const facts = new Set([...this.followed.values()].flatMap((known) => [...known.keys()]));
    for (const [series, log] of this.logs) {
      if (log.isEmpty && facts.size > 0 && hasReturned) throw this.noFact(series, facts);
    }
    const placeOf = ({ name }: SeriesLine): number => this.hosts.indexOf(name.split(" at ").at(-1) ?? name);
    const inOrder = (log: SeriesLog) => log.lines().toSorted((a, b) => placeOf(a) - placeOf(b));
    const all = [...this.logs].map(([name, log]) => [name, inOrder(log)]);
    return Object.fromEntries(all) as Record<Name, readonly SeriesLine[]>;
  }

  private noFact(series: string, facts: ReadonlySet<string>): RangeError {
    const wanted = Object.entries<string>(this.names).find(([name]) => name === series)?.[1];
    return new RangeError(
      `series ${series}: no machine has the fact ${JSON.stringify(wanted)}. Their facts are ${[...facts].join(", ")}.`,
    );
  }

  private followedOn(host: string): Map<string, Followed> {
    let known = this.followed.get(host);
    if (known === undefined) this.followed.set(host, (known = new Map<string, Followed>()));
    return known;
  }

  private find(host: string, fact: string): Followed {
    for (const [series, wanted] of Object.entries<string>(this.names)) {
      const log = this.logs.get(series);
      if (log === undefined) continue;
      if (fact === wanted) return { log, line: host };
      if (fact.startsWith(`${wanted} of `)) return { log, line: `${fact.slice(wanted.length + 4)} at ${host}` };
    }
    return null;
  }
}
