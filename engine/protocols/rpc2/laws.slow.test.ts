/** Laws of RPC2 and MultiRPC, over any schedule of losses, copies, delays, crashes, long procedures and early ends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { isInit1, parseRpc2, readRpc2Words, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { SECURITY_LEVELS, type SecurityLevel } from "../../wire/rpc2-codes.ts";
import type { Host } from "../ends.ts";
import type { Handle } from "./connection.ts";
import { LIBRARY_1987, LIBRARY_2025, type Library } from "./library.ts";
import { encodePacket } from "./process.ts";
import { draws } from "../testing/draws.ts";
import type { Fate } from "../testing/net.ts";
import { CLIENT, clientOf, isForProgram, type Client, type Rpc2Step } from "./net.ts";
import type { ProcessEffect } from "./process-types.ts";

const SERVERS = 3;
const WIRE = millis(1);
const RUNS = millis(10);
const LONGEST = 3600 * seconds(1); // for one call: any of them ends well before

/** A call, simple or parallel; of a parallel one the handler stops after so many, or its time limit is over. */
type Action =
  | { readonly tag: "call"; readonly server: number; readonly limit: Nanos | null }
  | { readonly tag: "multi"; readonly stopAfter: number | null; readonly limit: Nanos | null };

/** What goes wrong in one run. Packets beyond the fates and calls beyond `runs` meet no fault. */
interface Schedule {
  readonly library: Library;
  readonly level: SecurityLevel;
  readonly toServers: readonly Fate[]; // of the nth packet that is sent to one of them
  readonly toClient: readonly Fate[];
  readonly runs: readonly Nanos[]; // how long the nth execution takes
  readonly actions: readonly Action[];
  readonly pauses: readonly Nanos[]; // after each of them
  /** Packets of binds meet the fates too; otherwise no fault. */
  readonly harmsBinds: boolean;
  /** One an action. */
  readonly outages: readonly { readonly server: number; readonly after: Nanos; readonly down: Nanos }[];
}

const delay = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WIRE) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((n) => n * millis(1)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }).map((n) => n * millis(100)) },
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
/** In stretches, because a wire that fails, fails for a while. */
const fates: fc.Arbitrary<readonly Fate[]> = fc
  .array(fc.record({ fate, times: fc.integer({ min: 1, max: 12 }) }), { maxLength: 5 })
  .map((stretches) => stretches.flatMap((stretch) => Array<Fate>(stretch.times).fill(stretch.fate)));
const duration = fc.integer({ min: 0, max: 30 }).map((n) => n * seconds(0.5));
const limit = fc.option(fc.integer({ min: 1, max: 40 }).map((n) => n * millis(250)));
const simple: fc.Arbitrary<Action> = fc.record({
  tag: fc.constant("call" as const),
  server: fc.integer({ min: 1, max: SERVERS }),
  limit: fc.constant(null),
});
const whole: fc.Arbitrary<Action> = fc.constant({ tag: "multi", stopAfter: null, limit: null });
const cut: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ tag: fc.constant("multi" as const), stopAfter: fc.option(fc.integer({ min: 1, max: SERVERS })), limit }),
  fc.record({ tag: fc.constant("call" as const), server: fc.integer({ min: 1, max: SERVERS }), limit }),
);
const scheduleOf = (action: fc.Arbitrary<Action>, harmsBinds = false): fc.Arbitrary<Schedule> =>
  fc.record({
    harmsBinds: fc.constant(harmsBinds),
    library: fc.constantFrom(LIBRARY_1987, LIBRARY_2025),
    level: fc.constantFrom(...SECURITY_LEVELS),
    toServers: fates,
    toClient: fates,
    runs: fc.array(fc.oneof(fc.constant(RUNS), duration), { maxLength: 6 }),
    actions: fc.array(action, { minLength: 1, maxLength: 4 }),
    pauses: fc.array(
      fc.integer({ min: 0, max: 20 }).map((n) => n * millis(100)),
      { minLength: 4, maxLength: 4 },
    ),
    outages: fc.array(
      fc.record({
        server: fc.integer({ min: 1, max: SERVERS }),
        after: fc.integer({ min: 0, max: 80 }).map((n) => n * millis(50)),
        down: fc.integer({ min: 0, max: 90 }).map((n) => n * millis(100)),
      }),
      { maxLength: 2 },
    ),
  });
/** No call ends before its replies are there or its connections have failed. */
const uncut = scheduleOf(fc.oneof(simple, whole));
const any = scheduleOf(fc.oneof(simple, whole, cut));
/** Binds are lost, late and repeated as well. */
const anyBinds = scheduleOf(fc.oneof(simple, whole, cut), true);

/** One call as it was made and as it ended. */
interface Made {
  readonly number: number; // in its argument
  readonly action: Action;
  readonly servers: readonly number[];
  readonly effects: ProcessEffect[]; // that were about it
}

interface Played {
  readonly client: Client;
  readonly calls: readonly Made[];
  readonly events: readonly Rpc2Step[];
  readonly incarnations: ReadonlyMap<number, readonly Nanos[]>; // by server: when it was restarted
  readonly handles: readonly Handle[]; // of the connections in use, by server less one
}

/** The procedure's result: the argument, marked as answered by this server. */
const answer = (host: number, argument: Uint8Array): Uint8Array => Uint8Array.of(...argument, host);
const KEY = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1);

class Player {
  readonly calls: Made[] = [];
  readonly events: Rpc2Step[] = [];
  readonly incarnations = new Map<number, Nanos[]>();
  readonly client: Client;
  private readonly net: Client["net"];
  private readonly schedule: Schedule;
  private readonly sent = { client: 0, servers: 0 };
  private executed = 0;
  private healthy = true;
  private handled = 0;
  private stopAfter = Infinity;
  private handles: Handle[] = [];

  constructor(schedule: Schedule) {
    this.schedule = schedule;
    this.client = clientOf({
      library: schedule.library,
      servers: SERVERS,
      fateOf: ({ to }) => this.fateOf(to),
      runsFor: () => (this.healthy ? RUNS : (schedule.runs[this.executed++] ?? RUNS)),
      procedure: (argument, host) => answer(host, argument),
      keyOf: () => KEY,
    });
    this.net = this.client.net;
    this.client.handler = () => (++this.handled >= this.stopAfter ? -1 : 0);
    this.client.watch = (step) => {
      this.events.push(step);
      if (step.host === CLIENT) this.calls.at(-1)?.effects.push(...step.effects.filter(isForProgram));
    };
  }

  private fateOf(to?: Host): Fate {
    if (this.healthy) return [WIRE];
    const { toServers, toClient } = this.schedule;
    return (to === 0 ? toClient[this.sent.client++] : toServers[this.sent.servers++]) ?? [WIRE];
  }

  /** A connection that can be called on, bound anew where the last cannot; after three failures, without faults. */
  private connect(server: number): Handle {
    const old = this.handles[server - 1];
    if (old !== undefined && this.client.end(0, old)?.state.tag === "THINK") return old;
    for (let tries = this.schedule.harmsBinds ? 3 : 0; tries >= 0; tries--) {
      this.healthy = tries === 0;
      const handle = this.bind(server);
      if (this.client.end(0, handle)?.state.tag === "THINK") return handle;
    }
    throw new Error("A bind without faults came to nothing.");
  }

  /** Binds, and waits for what comes of it. */
  private bind(server: number): Handle {
    const { level } = this.schedule;
    const sharedKey = level === "openKimono" ? null : KEY;
    const handle = this.client.bind(server, { level, sharedKey, encryptionType: sharedKey === null ? 0 : 2 });
    this.handles[server - 1] = handle;
    const until = this.net.now + LONGEST;
    const isBinding = (): boolean => this.client.end(0, handle)?.state.tag.startsWith("AWAITINIT") === true;
    while (isBinding() && this.net.now < until) this.net.run(millis(10));
    return handle;
  }

  play(): Played {
    const { actions, pauses, outages } = this.schedule;
    const comings = [...outages];
    for (const [index, action] of actions.entries()) {
      const servers = action.tag === "call" ? [action.server] : [1, 2, 3];
      const handles = servers.map((server) => this.connect(server));
      this.healthy = false;
      this.start(index + 1, action, servers, handles);
      const outage = comings.shift();
      if (outage !== undefined) this.outage(outage.server, outage.after, outage.down);
      const until = this.net.now + LONGEST;
      while (!this.isOver() && this.net.now < until) this.net.run(millis(100));
      this.net.run(pauses[index] ?? 0);
    }
    this.healthy = true;
    this.net.settle(LONGEST);
    const { client, calls, events, incarnations, handles } = this;
    return { client, calls, events, incarnations, handles };
  }

  private start(number: number, action: Action, servers: readonly number[], handles: readonly Handle[]): void {
    this.calls.push({ number, action, servers, effects: [] });
    const request = { opcode: 1, body: Uint8Array.of(number), limit: action.limit };
    if (action.tag === "call") {
      this.client.makeRpc(handles[0] ?? 0, request);
      return;
    }
    this.handled = 0;
    this.stopAfter = action.stopAfter ?? Infinity;
    this.client.multiRpc(handles, { ...request, yieldEvery: "never" });
  }

  private outage(server: number, after: Nanos, down: Nanos): void {
    this.net.run(after);
    this.net.crash(server);
    this.net.run(down);
    this.net.restart(server);
    this.incarnations.set(server, [...(this.incarnations.get(server) ?? []), this.net.now]);
  }

  private isOver(): boolean {
    return this.calls.at(-1)?.effects.some(({ tag }) => ENDS.includes(tag)) ?? true;
  }
}

const ENDS: readonly ProcessEffect["tag"][] = ["returned", "failed", "multi returned"];
const play = (schedule: Schedule): Played => new Player(schedule).play();

/** Holds for any schedule of a kind. */
const always = (kind: fc.Arbitrary<Schedule>, law: (played: Played, faults: Schedule) => void): void =>
  fc.assert(
    fc.property(kind, (faults) => law(play(faults), faults)),
    { numRuns: draws(150) },
  );

/** Requests that a thread of a server took: which server, and which call. */
const executions = ({ events }: Played): { server: number; request: Rpc2Packet }[] =>
  events.flatMap(({ host, effects }) =>
    effects.flatMap((effect) =>
      effect.tag === "request" ? [{ server: numberOf(host), request: effect.request }] : [],
    ),
  );

/** The number of a host by its name: 2 is "server2", and 0 the client. */
const numberOf = (host: string): number => Number(host.replace(/\D+/, ""));

const isOnce = (played: Played): boolean => {
  const executed = executions(played).map(({ server, request }) => `call ${request.body[0]} at ${server}`);
  return new Set(executed).size === executed.length;
};

describe("client and servers, whatever the wires do", () => {
  it("a call is executed at most once at each server, over all its incarnations", () => {
    always(any, (played) => void expect(isOnce(played)).toBe(true));
  });

  it("a call that returns was executed once at its server, and returns its own result", () => {
    always(any, (played) => {
      for (const { number, servers, effects } of played.calls) {
        for (const effect of effects) {
          if (effect.tag !== "returned" && (effect.tag !== "handle" || effect.reply === null)) continue;
          const server = effect.tag === "handle" ? (servers[effect.index] ?? 0) : (servers[0] ?? 0);
          expect(effect.reply?.body).toEqual(answer(server, Uint8Array.of(number)));
          const times = executions(played).filter((one) => one.server === server && one.request.body[0] === number);
          expect(times).toHaveLength(1);
        }
      }
    });
  });

  it("the handler runs exactly once for each connection of a parallel call that nobody ends early", () => {
    always(uncut, ({ calls }) => {
      for (const { action, effects } of calls) {
        if (action.tag !== "multi") continue;
        const handled = effects.flatMap((effect) => (effect.tag === "handle" ? [effect.index] : []));
        expect(handled.toSorted()).toEqual([0, 1, 2]);
      }
    });
  });

  it("the handler that stops runs as often as it said, and no more", () => {
    always(any, ({ calls }) => {
      for (const { action, effects } of calls) {
        if (action.tag !== "multi") continue;
        const handled = effects.flatMap((effect) => (effect.tag === "handle" ? [effect.index] : []));
        expect(new Set(handled).size).toBe(handled.length);
        if (action.limit === null) expect(handled).toHaveLength(action.stopAfter ?? SERVERS);
        else expect(handled.length).toBeLessThanOrEqual(action.stopAfter ?? SERVERS);
      }
    });
  });

  it("every call ends, once, however the wires and servers behave", () => {
    always(any, ({ calls }, { actions }) => {
      expect(calls).toHaveLength(actions.length);
      for (const { action, effects } of calls) {
        const ends = effects.filter(({ tag }) => ENDS.includes(tag)).map(({ tag }) => tag);
        expect(ends).toHaveLength(1);
        expect(ends[0] === "multi returned").toBe(action.tag === "multi");
      }
    });
  });

  it("a parallel call says FAIL where it has told the handler of a failure, and success where it has not", () => {
    always(any, ({ calls }) => {
      for (const { effects } of calls) {
        const end = effects.find((effect) => effect.tag === "multi returned");
        if (end?.tag !== "multi returned" || end.code === -2003) continue;
        const failures = effects.filter((effect) => effect.tag === "handle" && effect.reply === null);
        expect(end.code).toBe(failures.length > 0 ? -2001 : 0);
      }
    });
  });

  it("once all is still, both ends of a connection agree on the next sequence number", () => {
    always(uncut, ({ client, handles }) => {
      handles.forEach((handle, index) => {
        const mine = client.end(0, handle)?.state;
        if (mine?.tag !== "THINK") return;
        const theirs = client.end(index + 1, mine.peerHandle)?.state;
        if (theirs === undefined) return; // its server was restarted since
        expect(theirs).toMatchObject({ tag: "AWAITREQUEST", nextSeq: mine.nextSeq });
      });
    });
  });

  it("after early ends the client’s number is ahead of the server’s by whole calls, never behind", () => {
    always(any, ({ client, handles }) => {
      handles.forEach((handle, index) => {
        const mine = client.end(0, handle)?.state;
        if (mine?.tag !== "THINK") return;
        const theirs = client.end(index + 1, mine.peerHandle)?.state;
        if (theirs?.tag !== "AWAITREQUEST") return;
        const ahead = (mine.nextSeq - theirs.nextSeq) | 0;
        expect(ahead).toBeGreaterThanOrEqual(0);
        expect(ahead % 2).toBe(0);
      });
    });
  });
});

/** Whether an INIT1 that was sent before a server restarted came to it afterwards. Each has a stamp of its own. */
function init1CameAfterRestart({ events, incarnations }: Played): boolean {
  const sent = new Map<string, Nanos>();
  for (const { at, effects } of events) {
    for (const effect of effects) {
      // An INIT2 has the stamp and perhaps the handle of the INIT1 that it answers.
      if (effect.tag === "send" && isInit1(effect.packet.opcode)) sent.set(initName(effect.packet), at);
    }
  }
  return events.some(({ at, host, input }) => {
    if (input.tag !== "datagram" || host === CLIENT) return false;
    const words = readRpc2Words(input.bytes, 0, input.bytes.length);
    const left = isInit1(words.opcode) ? sent.get(initName(words)) : undefined;
    return (
      left !== undefined && (incarnations.get(numberOf(host)) ?? []).some((restart) => left < restart && restart <= at)
    );
  });
}

const initName = ({ localHandle, timeStamp, flags }: Rpc2Packet): string => `${localHandle} ${timeStamp} ${flags}`;

describe("where the packets of binds are lost, late and repeated as well", () => {
  it("a call is executed at most once at each server that stays up, by either library", () => {
    const up = anyBinds.map((schedule) => ({ ...schedule, outages: [] }));
    always(up, (played) => void expect(isOnce(played)).toBe(true));
  });

  it("and over all its incarnations too, but for an open INIT1 of 1987 after a restart; each ends", () => {
    always(anyBinds, (played, { library, level }) => {
      for (const { effects } of played.calls) expect(effects.filter(({ tag }) => ENDS.includes(tag))).toHaveLength(1);
      const isLimit = library === LIBRARY_1987 && level === "openKimono" && init1CameAfterRestart(played);
      if (!isLimit) expect(isOnce(played)).toBe(true);
    });
  });
});

/** The packets that a host has sent, as they cross the wire, with those that are encrypted left in clear. */
function sentBy(events: readonly Rpc2Step[], host: number): Rpc2Packet[] {
  return events
    .filter((event) => numberOf(event.host) === host)
    .flatMap(({ effects }) => effects.flatMap((effect) => (effect.tag === "send" ? [effect] : [])))
    .map((effect) => parseRpc2(encodePacket({ ...effect, seal: null })));
}

describe("packets, whatever the wires do", () => {
  it("carry Lamport numbers of which each host takes every one once, however often it sends the packet", () => {
    always(any, ({ events, incarnations }) => {
      for (let host = 0; host <= SERVERS; host++) {
        if (incarnations.has(host)) continue; // it began anew
        const first = new Map<number, number>();
        for (const packet of sentBy(events, host)) {
          const isAgain = (packet.flags & 1) === 1 && packet.opcode !== RPC2_OPCODE.busy;
          if (!isAgain) expect([...first.keys()].includes(packet.lamport), `number ${packet.lamport}`).toBe(false);
          first.set(packet.lamport, packet.opcode);
        }
      }
    });
  });

  it("have one Uniquefier for all of a connection, and RETRY if and only if they went out before", () => {
    always(any, ({ events }) => {
      const uniquefiers = new Map<number, number>();
      const seen = new Set<string>();
      for (const packet of sentBy(events, 0)) {
        if (packet.opcode === RPC2_OPCODE.nak) continue;
        const known = uniquefiers.get(packet.localHandle) ?? packet.uniquefier;
        expect(packet.uniquefier).toBe(known);
        uniquefiers.set(packet.localHandle, known);
        const name = `${packet.localHandle} ${packet.opcode} ${packet.seqNumber}`;
        expect((packet.flags & 1) === 1, name).toBe(seen.has(name));
        seen.add(name);
      }
    });
  });

  it("are NAKed only where the receiver knows no such connection or it is out of step, and no NAK is", () => {
    always(uncut, ({ events }, { outages }) => {
      if (outages.length > 0) return; // restarted servers know no connection
      const naks = sentBy(events, 0).concat(...[1, 2, 3].map((host) => sentBy(events, host)));
      // A client that gave a connection up answers what comes for it later.
      const dead = events.some(
        ({ host, effects }) => host === CLIENT && effects.some((one) => "code" in one && one.code === -2015),
      );
      if (!dead) expect(naks.filter(({ opcode }) => opcode === RPC2_OPCODE.nak)).toEqual([]);
    });
  });

  it("without faults there are two for each call, and nothing is sent twice", () => {
    const quick = fc.array(fc.oneof(simple, whole), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(quick, fc.constantFrom(LIBRARY_1987, LIBRARY_2025), (actions, library) => {
        const quiet = {
          library,
          level: "openKimono",
          harmsBinds: false,
          toServers: [],
          toClient: [],
          runs: [],
          outages: [],
        } as const;
        const { events } = play({ ...quiet, actions, pauses: actions.map(() => millis(50)) });
        const all = [0, 1, 2, 3].flatMap((host) => sentBy(events, host));
        const requests = actions.reduce((sum, { tag }) => sum + (tag === "call" ? 1 : SERVERS), 0);
        expect(all.filter(({ opcode }) => opcode > 0)).toHaveLength(requests);
        expect(all.filter(({ opcode }) => opcode === RPC2_OPCODE.reply)).toHaveLength(requests);
        expect(all.filter(({ flags }) => (flags & 1) === 1)).toEqual([]);
      }),
      { numRuns: draws(50) },
    );
  });
});
