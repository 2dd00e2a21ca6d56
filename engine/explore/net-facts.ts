/**
 * The facts of a run so far: its calls, what has happened to machines, and whether the program is done. Each
 * different one is made once, and what follows from it is worked out once.
 */
import type { Host, WithoutResult } from "../protocols/ends.ts";
import type { Mishap, Property } from "../protocols/promises.ts";
import type { CallFacts } from "../experiments/call-facts.ts";
import { brokenBy, isTooOften } from "./properties.ts";

/** The promise that a run breaks, and the call that breaks it, from 1. */
export interface Broken {
  readonly property: Property;
  readonly call: number;
}

export interface Facts {
  readonly number: number; // of its own, from 0
  readonly calls: readonly CallFacts[]; // those that have begun
  readonly clients: readonly Host[]; // who has made each call
  readonly isOver: boolean; // the program makes no more calls
  readonly mishaps: readonly Mishap[]; // what has happened to machines, each once, in the order of the alphabet
  readonly isCalling: boolean; // a call is under way
  readonly isWrong: boolean; // a call was executed too often
  readonly broken: Broken | null;
  /** The facts that followed from it, by the number of the event. */
  readonly after: Map<number, Facts>;
}

/** Events that change facts: a number for the event, a call, and another number below 1024. */
const HAPPENINGS = {
  begun: 0,
  executed: 1,
  got: 2,
  returned: 3,
  failed: 4,
  crash: 5,
  still: 6,
  over: 7,
  "goes on": 8,
  refused: 9,
  cancelled: 10,
  served: 11,
};
const MOST = 1024;

type Made = Pick<Facts, "calls" | "clients" | "isOver" | "mishaps">;

/** All facts of one search. */
export class FactsTable {
  private readonly known = new Map<string, Facts>();
  private readonly properties: readonly Property[];
  private readonly begins: CallFacts; // a call that has begun
  private readonly servers: readonly Host[];

  /** @param together whether the executions of a call on all servers are counted as those of one */
  constructor(properties: readonly Property[], servers: readonly Host[], together: boolean) {
    this.properties = properties;
    this.servers = servers;
    const executions = together ? [0] : servers.map(() => 0);
    this.begins = { outcome: "pending", executions, resultOf: null };
  }

  /** Each of these clients has begun a call. */
  first(clients: readonly Host[]): Facts {
    return this.of({ calls: clients.map(() => this.begins), clients, isOver: false, mishaps: [] });
  }

  /** A client has begun a call. */
  begun(facts: Facts, client: Host): Facts {
    return this.after(facts, "begun", 0, client, ({ calls, clients, ...made }) => ({
      ...made,
      calls: [...calls, this.begins],
      clients: [...clients, client],
    }));
  }

  /** The procedure has begun on a host for a call. */
  executed(facts: Facts, host: Host, call: number): Facts {
    return this.after(facts, "executed", call, host, (made) =>
      withCall(made, call, ({ executions, ...one }) => ({
        ...one,
        executions: executions.map((times, place, { length }) =>
          this.servers[place] === host || length === 1 ? times + 1 : times,
        ),
      })),
    );
  }

  /** The procedure has ended for a call: it is wasted where its caller has left. */
  served(facts: Facts, call: number): Facts {
    const outcome = facts.calls[call - 1]?.outcome;
    if (outcome !== "failed" && outcome !== "cancelled") return facts;
    return this.after(facts, "served", call, 0, (made) =>
      withCall(made, call, (one) => ({ ...one, outcome: "wasted" })),
    );
  }

  /** A call has the result of a call, and has still to return with it. */
  got(facts: Facts, call: number, resultOf: number): Facts {
    return this.after(facts, "got", call, resultOf, (made) => withCall(made, call, (one) => ({ ...one, resultOf })));
  }

  ended(facts: Facts, call: number, outcome: "returned" | WithoutResult): Facts {
    return this.after(facts, outcome, call, 0, (made) =>
      withCall(made, call, (one) => ({ ...one, outcome, resultOf: outcome === "returned" ? one.resultOf : null })),
    );
  }

  /** A client crashes: all its calls that are under way have failed. */
  allFailed(facts: Facts, client: Host): Facts {
    return facts.calls.reduce(
      (before, _, place) => (isCalling(facts, client, place) ? this.ended(before, place + 1, "failed") : before),
      facts,
    );
  }

  /** A machine crashes, or begins to stand still. */
  happened(facts: Facts, mishap: Mishap): Facts {
    return this.after(facts, mishap, 0, 0, ({ mishaps, ...made }) => ({
      ...made,
      mishaps: [...new Set([...mishaps, mishap])].sort(),
    }));
  }

  over(facts: Facts, isOver: boolean): Facts {
    return this.after(facts, isOver ? "over" : "goes on", 0, 0, (made) => ({ ...made, isOver }));
  }

  private after(
    facts: Facts,
    what: keyof typeof HAPPENINGS,
    call: number,
    other: number,
    make: (made: Made) => Made,
  ): Facts {
    const number = (HAPPENINGS[what] * MOST + call) * MOST + other;
    const known = facts.after.get(number);
    if (known !== undefined) return known;
    const { calls, clients, isOver, mishaps } = facts;
    const made = this.of(make({ calls, clients, isOver, mishaps }));
    facts.after.set(number, made);
    return made;
  }

  private of({ calls, clients, isOver, mishaps }: Made): Facts {
    const text = JSON.stringify([
      calls.map(({ outcome, executions, resultOf }) => [outcome, executions, resultOf]),
      clients,
      isOver,
      mishaps,
    ]);
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const isPending = ({ outcome }: CallFacts): boolean => outcome === "pending";
    const made: Facts = {
      number: this.known.size,
      calls,
      clients,
      isOver,
      mishaps,
      isCalling: calls.some(isPending),
      isWrong: calls.some((call) => isTooOften(call, mishaps, this.properties)),
      broken: this.brokenIn(calls, mishaps),
      after: new Map(),
    };
    this.known.set(text, made);
    return made;
  }

  private brokenIn(calls: readonly CallFacts[], mishaps: readonly Mishap[]): Broken | null {
    for (const [i, call] of calls.entries()) {
      const property = brokenBy(call, i + 1, mishaps, this.properties);
      if (property !== null) return { property, call: i + 1 };
    }
    return null;
  }
}

/** Whether a client has the call at this place under way. */
const isCalling = ({ calls, clients }: Facts, client: Host, place: number): boolean =>
  clients[place] === client && calls[place]?.outcome === "pending";

/** Whether a client has a call under way. */
export function hasCall(facts: Facts, client: Host): boolean {
  if (!facts.isCalling) return false;
  return facts.clients.some((_, place) => isCalling(facts, client, place));
}

/** The number of the last call that a client has made. */
export const lastCallOf = ({ clients }: Facts, client: Host): number => clients.lastIndexOf(client) + 1;

const withCall = (made: Made, number: number, change: (call: CallFacts) => CallFacts): Made => ({
  ...made,
  calls: made.calls.map((call, i) => (i === number - 1 ? change(call) : call)),
});
