/**
 * Every protocol that can be explored keeps what it promises, whatever few faults do; what it does not keep is listed
 * here with the fewest faults that break it. `npm run audit` follows three faults of one call, and two of two calls;
 * `npm test` follows one fault.
 */
import { describe, expect, it } from "vitest";
import { withDefaults } from "../experiments/settings.ts";
import { boundFaults, boundParameters, NUMBERED, type Explorable } from "../experiments/explorable.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { experimentOf } from "../experiments/testing.ts";
import type { ParamValues } from "../experiments/types.ts";
import { formatFault } from "../faults/text.ts";
import { millis } from "../kernel/time.ts";
import { hostsThat } from "../protocols/ends.ts";
import { Rpc2Ends } from "../protocols/rpc2/ends.ts";
import { LIBRARY_1987 } from "../protocols/rpc2/library.ts";
import { USUAL_REQUEST } from "../systems/rpc2/options.ts";
import { timesOf } from "./call-times.ts";
import { explorableOf } from "./index.ts";
import { Net } from "./net.ts";
import { search, type Search } from "./search.ts";
import { enumerated } from "./testing.ts";

const IS_AUDIT = process.env["ROUNDTRIP_EVERY"] === "1";
const faultsOf = (audited: number): number => (IS_AUDIT ? audited : 1);
/** TCP sends so many packets that a slow enumeration takes seconds. */
const IDS = EXPLORABLE.filter((id) => IS_AUDIT || id !== "flexrpc/paxos-round");

interface Asked {
  readonly calls: number;
  readonly faults: number;
  /** Parameters that are not the defaults; left out: none. */
  readonly set?: ParamValues;
}

/** A search in an experiment. */
function prepared(id: string, asked: Asked, explorable: Explorable = explorableOf(id)) {
  const experiment = experimentOf(id);
  const { parameters, calls } = boundParameters(explorable, withDefaults(experiment, asked.set ?? {}), asked.calls);
  const ends = explorable.ends(parameters);
  const times = timesOf(experiment.run(parameters, 1, [], { keep: "all" }).trace, ends);
  const options = {
    faults: boundFaults(explorable, asked.faults).explored,
    calls,
    properties: ends.promises,
    program: explorable.program?.(parameters) ?? NUMBERED,
  };
  return { ends, times, options, found: (): Search => search(ends, times, options) };
}

const LATE_COPY = ["duplicate call#1 by 303.5s", "slow caller by 1000", "slow caller by 1 "];

/** How the faults begin that break a promise, by the experiment: the page and the notes of the protocol say so. */
const LIMITS: Readonly<Record<string, readonly string[]>> = {
  // SunOS makes no checksums of UDP: a damaged procedure’s number makes a living server refuse the call.
  "sun-rpc/call": ["garble call#1 byte 65"],
  "sun-rpc/olympus": ["garble call#1 byte 65"],
  // A callee forgets a call after five minutes. So long a copy is held back, and its caller stands still.
  "cedar/call": LATE_COPY,
  "sweepstakes/null": LATE_COPY,
  "sweepstakes/throughput": LATE_COPY,
  // A stream without keep-alives waits for ever for a peer that is gone.
  "today/call": ["", "crash server"],
  "tcp/transfer": ["crash server"],
  "two callers of today/call": ["crash server"],
};

const linesOf = ({ violations }: Search): readonly string[] => violations[0]?.faults.map(formatFault) ?? [];

function expectKept(id: string, found: Search): void {
  const expected = LIMITS[id] ?? [];
  const lines = linesOf(found);
  if (lines.length === 0) return; // fewer faults than it takes
  expect(lines, id).toHaveLength(expected.length);
  for (const [i, line] of lines.entries()) expect(line, id).toMatch(new RegExp(`^${expected[i]}`));
}

describe.each(IDS)("%s", (id) => {
  const kept = (asked: Asked): void => {
    expectKept(id, prepared(id, asked).found());
  };

  it("keeps its promises in one call", () => {
    const { calls } = prepared(id, { calls: 1, faults: 1 }).options;
    kept({ calls: 1, faults: faultsOf(calls === 1 ? 3 : 2) }); // a graph of Olympus is four calls
  });

  it("keeps its promises in two calls", () => {
    kept({ calls: 2, faults: faultsOf(2) });
  });

  it("has as many states as a slow enumeration finds", () => {
    const { ends, times, options, found } = prepared(id, { calls: 2, faults: faultsOf(2) });
    expect(found().states).toBe(enumerated(new Net(ends, times, { ...options, skipsIdle: true, takesAnew: true })));
  });
});

/** The experiments in which two threads of a machine, or two machines, call at the same time, by what says so. */
const TWO_CALLERS: readonly (readonly [id: string, set: ParamValues])[] = [
  ["amoeba/call", { threads: 2 }],
  ["amoeba/call", { clients: 2 }],
  ["cedar/call", { threads: 2 }],
  ["firefly/null", { threads: 2 }],
  ["multirpc/call", { threads: 2 }],
  ["multirpc/call", { clients: 2 }],
  ["sprite/call", { threads: 2 }],
  ["sprite/call", { clients: 2 }],
  ["sun-rpc/call", { clients: 2, udpChecksums: "on" }],
  ["today/call", { callers: 2 }],
  ["today/retry-storm", { callers: 2 }],
];

describe.each(TWO_CALLERS)("two callers of %s by %o", (id, set) => {
  const { ends, times, options, found } = prepared(id, { calls: 2, faults: faultsOf(2), set });

  it("call at the same time, and keep their promises", () => {
    expect(ends.makesCalls === true || hostsThat(ends, "client").length === 2).toBe(true);
    expectKept(`two callers of ${id}`, found());
  });

  it("have as many states as a slow enumeration finds", () => {
    expect(found().states).toBe(enumerated(new Net(ends, times, { ...options, skipsIdle: true, takesAnew: true })));
  });
});

it("a MultiRPC to three servers keeps its promises", () => {
  const servers = 3;
  const usual = explorableOf("multirpc/callback-break");
  const three: Explorable = {
    ...usual,
    bounds: usual.bounds.map((one) => (one.parameter === "workstations" ? { ...one, value: servers } : one)),
    ends: (parameters) =>
      new Rpc2Ends({
        library: LIBRARY_1987,
        limit: millis(Number(parameters["timeoutMs"])),
        without: [],
        parallel: { servers, yieldEvery: "never", requestTakes: millis(USUAL_REQUEST.ms) },
      }),
  };
  const { found } = prepared("multirpc/callback-break", { calls: 1, faults: faultsOf(2) }, three);
  const { states, violations } = found();
  expect(violations).toEqual([]);
  expect(states).toBeGreaterThan(500);
});
