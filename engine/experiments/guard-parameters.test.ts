/** Guard: no control is a dummy. Every parameter of every experiment, moved to its ends, moves the trace. */
import { describe, expect, it } from "vitest";
import { experiments } from "./index.ts";
import { runOf } from "./testing.ts";
import type { Param, ParamValue } from "./types.ts";

const ends = (param: Param): readonly ParamValue[] =>
  param.kind === "choice" ? param.options.map(({ value }) => value) : [param.min, param.max];

describe.each(experiments)("$id", ({ id, params }) => {
  // Few calls, so that the largest number of calls is moved for itself alone.
  const few = { calls: 30 };
  const base = runOf(id, { set: few, keep: "none" }).traceHash;

  it.each(Object.entries(params))(
    "%s at its ends changes the trace, or says why not",
    (key, param) => {
      const hashes = ends(param).map((value) => runOf(id, { set: { ...few, [key]: value }, keep: "none" }).traceHash);
      expect(new Set(hashes).size, "its ends give one trace").toBe(hashes.length);
      const differing = hashes.filter((hash) => hash !== base);
      if (param.inert === undefined) expect(differing.length, "no end differs from the default").toBeGreaterThan(0);
      else expect(param.inert.length).toBeGreaterThan(20);
    },
    120_000,
  );
});
