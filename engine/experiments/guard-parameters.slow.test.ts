/** Guard: no control is a dummy. Every parameter, moved to its ends, moves the trace. */
import { describe, expect, it } from "vitest";
import { experiments } from "./index.ts";
import { withDefaults } from "./settings.ts";
import { LEFT_OUT, readParameters } from "./parameters.ts";
import { experimentOf, runOf } from "./testing.ts";
import type { NumberParam, Param, ParamValue, ParamValues } from "./types.ts";

/** `npm run audit` sets ROUNDTRIP_EVERY and goes to the very end of each range. */
const GOES_TO_ENDS = process.env["ROUNDTRIP_EVERY"] === "1";
/** Rough milliseconds of a run that `npm test` has time for. */
const LONGEST_MS = 10;

describe.each(experiments)("$id", ({ id, params }) => {
  const atMost = (limits: Readonly<Record<string, number>>): ParamValues =>
    Object.fromEntries(
      Object.entries(limits).flatMap(([key, most]) => {
        const param = params[key];
        return param?.kind === "number" ? [[key, Math.max(param.min, Math.min(most, param.default))]] : [];
      }),
    );
  // Few calls and trials, so that the largest number of them is moved for itself alone.
  const few = atMost({ calls: 12, trials: 2, seconds: 5 });
  /** Most parameters show in runs as short as the first of these; where one does not, the longer ones are made. */
  const short = { ...few, seconds: 3, loadPerS: 200, bytes: 100_000, blockKB: 32 };
  const shorter = { calls: 3, trials: 1, seconds: 1, loadPerS: 100, bytes: 10_000, blockKB: 8, callees: 3, leaves: 8 };
  const shortest = atMost({ ...short, ...shorter, argumentBytes: 3000, resultBytes: 3000 });
  const sizes = [shortest, atMost(short)];
  const known = new Map<string, string>(); // most parameters are held against the same run
  const hashOf = (set: ParamValues, size: ParamValues = few): string => {
    const whole = withDefaults(experimentOf(id), { ...size, ...set });
    const key = JSON.stringify(whole);
    const hash = known.get(key) ?? runOf(id, { set: whole, keep: "none" }).traceHash;
    known.set(key, hash);
    return hash;
  };

  /** The last value of a range, or one before it where that makes the run too long. */
  const lastOf = (key: string, { min, max }: NumberParam, size: ParamValues): number => {
    const rough = experimentOf(id).roughMs;
    const takes = (set: ParamValues): number => rough?.(withDefaults(experimentOf(id), { ...size, ...set })) ?? 0;
    const isLong = (value: number): boolean => takes({ [key]: value }) > Math.max(LONGEST_MS, 2 * takes({}));
    let last = max;
    while (!GOES_TO_ENDS && isLong(last) && last > 2 * min + 1) last = Math.floor(last / 2);
    return last;
  };
  const ends = (key: string, param: Param, size: ParamValues = few): readonly ParamValue[] => {
    if (param.kind === "number") return [param.min, lastOf(key, param, size)];
    return param.options.map(({ value }) => value).filter((value) => value !== param.standIn);
  };

  /** Values of one other parameter with which every value of this one counts, as `needs` would say them. */
  const helpful = (key: string, param: Param): readonly string[] =>
    Object.entries(params).flatMap(([other, more]) => {
      if (other === key || other === LEFT_OUT) return [];
      const tried = ends(other, more).find((value) => {
        const set = { ...param.needs?.with, [other]: value };
        const hashes = ends(key, param).map((end) => hashOf({ ...set, [key]: end }));
        return new Set(hashes).size === hashes.length;
      });
      return tried === undefined ? [] : [`${other}=${tried}`];
    });

  /** What the author of the description can write where a parameter leaves a trace as it is. */
  const advice = (key: string, param: Param): string => {
    const found = helpful(key, param);
    const stretched = param.stretches === undefined ? "" : " (its `stretches` then shows with these values, too)";
    const needs =
      found.length === 0
        ? "No end of a single other parameter makes it count: give the values of several in " +
          "needs: { with: { … }, why }, if there are some."
        : `It counts beside ${found.join(", or beside ")}: write that as needs: { with: { … }, why }${stretched}.`;
    return `${needs} Where it never changes a trace, write the reason as inert: "…" (more than 20 letters).`;
  };

  /** Whether in runs of this size every end has a trace of its own, and a stand-in that of what it stands for. */
  const showsIn = (size: ParamValues, key: string, param: Param): boolean => {
    const others = param.needs?.with ?? {};
    const hash = (value: ParamValue): string => hashOf({ ...others, [key]: value }, size);
    const values = ends(key, param, size);
    const hashes = new Set(values.map(hash));
    const standIn = param.kind === "choice" ? param.standIn : undefined;
    const differs = values.some((value) => hash(value) !== hashOf(others, size));
    return hashes.size === values.length && differs && (standIn === undefined || hashes.has(hash(standIn)));
  };

  it.each(Object.entries(params))(
    "%s at its ends changes the trace, or says why not",
    (key, param) => {
      if (key === LEFT_OUT) return; // explore.slow.test.ts shows what leaving out a rule does to a run with faults
      if (!GOES_TO_ENDS && param.inert === undefined && sizes.some((size) => showsIn(size, key, param))) return;
      const others = param.needs?.with ?? {};
      const hashes = ends(key, param).map((value) => hashOf({ ...others, [key]: value }));
      const values = ends(key, param).map((value) => `${key}=${value}`);
      if (new Set(hashes).size !== hashes.length) {
        expect.fail(`${id}: of ${values.join(", ")} some give the same trace. ${advice(key, param)}`);
      }
      const base = hashOf(others);
      const differing = hashes.filter((hash) => hash !== base);
      if (param.kind === "choice" && param.standIn !== undefined)
        expect(hashes, "it stands for none of the others").toContain(hashOf({ ...others, [key]: param.standIn }));
      if (param.inert !== undefined) expect(param.inert.length, `${id}: ${key}, inert: more words`).toBeGreaterThan(20);
      else if (differing.length === 0)
        expect.fail(`${id}: ${values.join(" and ")} give the trace of the default. ${advice(key, param)}`);
    },
    120_000,
  );

  it("says of no parameter that it has no effect where it has one", () => {
    for (const [key, param] of Object.entries(params)) {
      const { only } = param;
      if (only === undefined || key === LEFT_OUT) continue;
      const other = params[only.parameter];
      if (other?.kind !== "choice") throw new Error(`${id}: ${key} names ${only.parameter}, which is no choice.`);
      const own = other.own?.read(other.own.example);
      const all = [
        ...other.options.map(({ value }) => value),
        ...(own !== undefined && "text" in own ? [own.text] : []),
      ];
      const idle = all.filter((value) => !only.values.includes(value));
      expect(idle.length, key).toBeGreaterThan(0);
      expect(only.why, key).toMatch(/^[a-z].{10,}[^.]$/); // a part of a sentence
      for (const value of idle) {
        const others = { ...param.needs?.with, [only.parameter]: value };
        const hashes = ends(key, param).map((end) => hashOf({ ...others, [key]: end }));
        expect(new Set(hashes).size, `${key} has an effect where ${only.parameter}=${value}`).toBe(1);
      }
    }
  });

  it("asks of other parameters what they can give, and says why", () => {
    for (const [key, { needs }] of Object.entries(params)) {
      if (needs === undefined) continue;
      expect(needs.why.length, key).toBeGreaterThan(20);
      const texts = Object.fromEntries(Object.entries(needs.with).map(([other, value]) => [other, String(value)]));
      expect(readParameters(experimentOf(id), texts).problems, key).toEqual([]);
      expect(Object.keys(needs.with), key).not.toContain(key);
    }
  });
});
