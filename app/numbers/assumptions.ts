/** How far the answer moves with each thing that the place assumes: one is changed at a time, and run. */
import { NUMBERS } from "../setup/your-numbers.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { field, keepsUp, loadOf, mostReturn } from "./facts.ts";
import type { Facts } from "./facts.ts";
import type { Try } from "./judge.ts";
import { percentText, timeText } from "./words.ts";

export interface Assumption {
  /** What the run takes for granted. */
  readonly assumes: string;
  /** "10 % more calls" */
  readonly change: string;
  readonly tries: readonly Try[];
}

const OTHER_SEEDS = [2, 3];

function fits(values: ParamValues): boolean {
  return Object.entries(NUMBERS).every(([key, param]) => {
    const value = values[key];
    return param.kind !== "number" || (typeof value === "number" && value >= param.min && value <= param.max);
  });
}

export function assumptionsOf(values: ParamValues): readonly Assumption[] {
  const one = (assumes: string, change: string, set: ParamValues): Assumption => ({
    ...{ assumes, change },
    tries: [{ values: { ...values, ...set }, blipMs: 0 }],
  });
  const isFixed = values["spread"] === "constant";
  const isRandom = values["arrivals"] === "random";
  const [servers, serverMs] = [field(values, "servers"), field(values, "serverMs")];
  const seen = field(values, "clients") === 1;
  const all: readonly Assumption[] = [
    one("Your callers ask as often as you say.", "10 % more calls", {
      loadPerS: Math.round(field(values, "loadPerS") * 1.1),
    }),
    servers > 1
      ? one("All servers work.", "one server less", { servers: servers - 1 })
      : one("The procedure is as quick as you say.", "it takes a fifth longer", {
          serverMs: Math.round(serverMs * 12) / 10,
        }),
    isFixed
      ? one("The procedure always takes the same time.", "it varies", { spread: "exponential" })
      : one("The procedure’s time varies.", "it always takes the same time", { spread: "constant" }),
    isRandom
      ? one("Callers do not wait for each other, and come at random.", "they come at even times", { arrivals: "even" })
      : one("Callers come at even times.", "they come at random", { arrivals: "random" }),
    ...(servers === 1
      ? []
      : [
          seen
            ? one("One load balancer sees all calls.", "twenty clients take the servers in turn", {
                ...{ clients: 20, balancer: "round-robin" },
              })
            : one("Each client knows of its own calls alone.", "one load balancer sees all", {
                ...{ clients: 1, balancer: "least-requests" },
              }),
        ]),
    {
      ...{ assumes: "Chance fell as it did in this run.", change: "it falls otherwise, twice" },
      tries: OTHER_SEEDS.map((seed) => ({ values, blipMs: 0, seed })),
    },
  ];
  return all.filter(({ tries }) => tries.every((each) => fits(each.values)));
}

export interface Moved {
  readonly isBad: boolean;
  /** "p99 70 ms", "does not keep up" */
  readonly answer: string;
  /** "wasted 0 %", "25 % return" */
  readonly besides: string;
}

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(" and ");

/** The answer with an assumption changed. @param found the runs of its tries */
export function movedTo({ tries }: Assumption, found: readonly Facts[]): Moved {
  const bad = tries.flatMap(({ values }, i) => {
    const facts = found[i];
    return facts === undefined || keepsUp(values, facts) ? [] : [{ values, facts }];
  })[0];
  if (bad === undefined) {
    const p99 = unique(found.map((facts) => (facts.p99 === null ? "none" : timeText(facts.p99))));
    return {
      isBad: false,
      answer: `p99 ${p99}`,
      besides: `wasted ${unique(found.map((one) => percentText(one.wasted)))}`,
    };
  }
  const { values, facts } = bad;
  const besides = mostReturn(facts) ? "its queue only grows" : `only ${percentText(facts.returned)} return`;
  return { isBad: true, answer: loadOf(values) >= 1 ? "does not keep up" : "p99 none", besides };
}
