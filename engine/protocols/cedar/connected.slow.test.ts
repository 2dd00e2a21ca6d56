/** A call over a byte stream: its packets, what is lost, and the tables that the reference draws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { Machine } from "../machine.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import type { CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerInput } from "./caller.ts";
import { connectedCallee, connectedCaller, type ConnectedCalleeState, type ConnectedCallerState } from "./connected.ts";
import type { ExchangeOptions } from "./options.ts";
import { CONNECTION_TYPES, EXCHANGE_TYPES, NO_DATA, type ExchangePacket, type ExchangeType } from "./packet.ts";
import { CONNECTIONS } from "./states.ts";

const OPTIONS: ExchangeOptions = {
  retransmitAfter: millis(4),
  backOff: 2,
  sendLimit: 3,
  firstProbeAfter: millis(2),
  longestProbeInterval: seconds(300),
  liveness: "probes",
  packetBytes: 4,
  underWay: "one",
  acknowledgements: "implicit",
  forgetAfter: seconds(300),
  without: [],
};
const WHO = { activity: { machine: 1, space: 0, thread: 1 }, conversation: 1 };
const CALL = { serverSpace: 0, interface: 0, binding: 1, procedure: 1, data: Uint8Array.of(7) };

const caller = connectedCaller("caller’s connection", OPTIONS);
const callee = connectedCallee("callee’s connection", { ...OPTIONS, isExported: ({ binding }) => binding === 1 });

const wordOf = (effect: CallerEffect | CalleeEffect): string =>
  effect.tag === "send" ? `send ${effect.packet.type}` : effect.tag;

/** Plays calls until nothing is under way: every packet takes a step; `isLost` says which never come. */
function play(calls: number, isLost: (type: ExchangeType, nth: number) => boolean = () => false): readonly string[] {
  let at: ConnectedCallerState = caller.start(WHO);
  let row: ConnectedCalleeState = callee.start();
  let now = 0;
  const told: string[] = [];
  const sent = new Map<ExchangeType, number>();
  const wire: { to: "caller" | "callee"; packet: ExchangePacket }[] = [];
  const take = (from: "caller" | "callee", effects: readonly (CallerEffect | CalleeEffect)[]): void => {
    for (const effect of effects) {
      told.push(effect.tag === "send" ? `${from}: ${effect.packet.type}` : effect.tag);
      if (effect.tag === "send") {
        const nth = (sent.get(effect.packet.type) ?? 0) + 1;
        sent.set(effect.packet.type, nth);
        if (!isLost(effect.packet.type, nth)) {
          wire.push({ to: from === "caller" ? "callee" : "caller", packet: effect.packet });
        }
      } else if (effect.tag === "execute") {
        const { sequence, conversation = 0 } = effect.call;
        toCallee({ tag: "done", sequence, conversation, data: effect.call.data, serverThread: 1 });
      }
    }
  };
  const toCaller = (input: CallerInput): void => {
    const [after, effects] = caller.step(at, input, now);
    at = after;
    take("caller", effects);
  };
  const toCallee = (input: CalleeInput): void => {
    const [after, effects] = callee.step(row, input, now);
    row = after;
    take("callee", effects);
  };
  for (let call = 0; call < calls; call++) {
    toCaller({ tag: "start", call: CALL });
    while (now < seconds(100 * (call + 1))) {
      const next = wire.shift();
      if (next !== undefined) {
        now += millis(1);
        if (next.to === "caller") toCaller({ tag: "packet", packet: next.packet });
        else toCallee({ tag: "packet", packet: next.packet });
        continue;
      }
      const due = Math.min(caller.deadline(at) ?? Infinity, callee.deadline(row) ?? Infinity);
      if (due > seconds(100 * (call + 1))) break;
      now = due;
      if ((caller.deadline(at) ?? Infinity) <= now) toCaller({ tag: "tick" });
      if ((callee.deadline(row) ?? Infinity) <= now) toCallee({ tag: "tick" });
    }
  }
  return told;
}

const NINE = [
  ...["caller: open", "callee: open"],
  ...["caller: call", "callee: acknowledgement", "execute", "callee: result"],
  ...["caller: acknowledgement", "caller: close", "callee: closed", "caller: closed", "returned"],
];

describe("a call over a byte stream", () => {
  it("rules 1 to 3: opens, calls and closes with nine packets, each time", () => {
    expect(play(1)).toEqual(NINE);
    expect(play(3).filter((line) => line.includes(": "))).toHaveLength(27);
  });

  it.each([...EXCHANGE_TYPES, ...CONNECTION_TYPES].filter((type) => NINE.some((line) => line.endsWith(`: ${type}`))))(
    "rules 1 and 3: the loss of its first packet of the type %s costs time, and the procedure runs once",
    (type) => {
      const told = play(1, (one, nth) => one === type && nth === 1);
      expect(told.filter((line) => line === "execute")).toHaveLength(1);
      expect(told.filter((line) => line === "returned")).toHaveLength(1);
      expect(told.filter((line) => line.endsWith(`: ${type}`)).length).toBeGreaterThan(
        NINE.filter((line) => line.endsWith(`: ${type}`)).length - 1,
      );
    },
  );

  it("rule 4: whoever is not answered gives up; a call that has its result returns", () => {
    const silent = play(1, (type) => type === "open");
    expect(silent).toEqual(["caller: open", "caller: open", "caller: open", "failed"]);
    expect(play(1, (type) => type === "closed").at(-1)).toBe("returned");
  });

  it("rule 2: a copy of a call whose connection is closed is not taken, nor is one that was never opened", () => {
    const call: ExchangePacket = {
      ...WHO,
      ...CALL,
      type: "call",
      sequence: 1,
      pleaseAck: true,
      lastFragment: true,
      fragment: 0,
      serverThread: 0,
    };
    let row: ConnectedCalleeState = callee.start();
    expect(callee.step(row, { tag: "packet", packet: call }, 0)[1]).toEqual([]);
    for (const type of ["open", "close", "closed"] as const) {
      [row] = callee.step(row, { tag: "packet", packet: { ...call, type, data: NO_DATA } }, 0);
    }
    for (const type of ["open", "call"] as const) {
      expect(callee.step(row, { tag: "packet", packet: { ...call, type } }, 0)).toEqual([row, []]);
    }
    expect(callee.step(row, { tag: "packet", packet: { ...call, binding: 2 } }, 0)[1].map(wordOf)).toEqual([
      "send reject",
    ]);
  });
});

interface Drawn {
  readonly type: number;
  readonly ahead: number;
  readonly binding: number;
  readonly what: number;
  readonly wait: number;
}

/** Packets of one fragment and no exceptions: the exchange within a connection has its own tables. */
const ALL_TYPES = [...EXCHANGE_TYPES, ...CONNECTION_TYPES];
const TYPES = ALL_TYPES.filter((type) => !["data", "exception", "resume", "unwind"].includes(type));

const drive = fc.array(
  fc.record({
    type: fc.nat(TYPES.length - 1),
    ahead: fc.constantFrom(-1, 0, 0, 0, 1, 1),
    binding: fc.constantFrom(1, 1, 1, 2),
    what: fc.nat(9),
    wait: fc.constantFrom(0, 0, 1, 5, 50, 700),
  }),
  { minLength: 40, maxLength: 90 },
);

function packetOf(drawn: Drawn, sequence: number): ExchangePacket {
  return {
    ...WHO,
    ...CALL,
    type: TYPES[drawn.type] ?? "call",
    binding: drawn.binding,
    pleaseAck: true,
    lastFragment: true,
    fragment: 0,
    serverThread: 1,
    sequence: Math.max(0, sequence + drawn.ahead),
    data: NO_DATA,
  };
}

const inShort = <State, Input, Effect, Identity>(
  machine: Machine<State, Input, Effect, Identity>,
): Machine<State, Input, Effect, Identity> => ({
  ...machine,
  input: (input) => machine.input(input).replace(" packet", ""),
});

/** What the exchange does by itself: in its connection, and in a row of the table. */
const EXCHANGES_OWN = new Set(["call", "result", "acknowledgement", "probe", "done", "tick"]);
const isOfExchange = (way: string): boolean => {
  const [from, on, to] = way.slice(0, way.indexOf(":")).split(" | ");
  const gives = way.slice(way.indexOf(":") + 2);
  return from === to && EXCHANGES_OWN.has(on ?? "") && !/open|close|closed/.test(gives);
};

it("does what its tables list, beside what the exchange does in it, and nothing else", () => {
  const [ofCaller, ofCallee]: readonly [Ways, Ways] = [new Map(), new Map()];
  const run = (events: readonly Drawn[]): void => {
    let at = caller.start(WHO);
    let row = callee.start();
    let now = 0;
    for (const drawn of events) {
      now += millis(drawn.wait);
      const isStart = drawn.what > 6 && at.tag === "closed";
      const input: CallerInput = isStart
        ? { tag: "start", call: CALL }
        : drawn.what > 7
          ? { tag: "tick" }
          : { tag: "packet", packet: packetOf(drawn, at.talk.sequence) };
      at = stepNoted(ofCaller, inShort(caller), { state: at, input, now, wordOf });
      const { row: inner } = row;
      const sequence =
        inner.tag === "new" ? (row.last?.sequence ?? 0) : Math.max(inner.sequence, row.last?.sequence ?? 0);
      const given: CalleeInput =
        drawn.what > 7 && inner.tag === "executing"
          ? { tag: "done", sequence: inner.sequence, conversation: 1, data: NO_DATA, serverThread: 1 }
          : drawn.what > 6
            ? { tag: "tick" }
            : { tag: "packet", packet: packetOf(drawn, sequence) };
      // A caller closes when it has the result.
      const hasResult = (inner.tag === "retaining" || inner.tag === "settled") && inner.sequence === row.last?.sequence;
      const isEarly = given.tag === "packet" && given.packet.type === "close" && !hasResult && row.tag === "open";
      if (isEarly) continue;
      row = stepNoted(ofCallee, inShort(callee), { state: row, input: given, now, wordOf });
    }
  };
  fc.assert(fc.property(drive, run), { numRuns: 700, seed: 1 });
  for (const [i, ways] of [ofCaller, ofCallee].entries()) {
    const table = CONNECTIONS[i];
    if (table === undefined) throw new Error("A connection has two ends.");
    const seen = inLines(ways).filter((way) => !isOfExchange(way));
    expect(seen).toEqual(inLines(listedWays(table)));
  }
});
