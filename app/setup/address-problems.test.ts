import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { quote } from "../../engine/faults/quote.ts";
import { addressProblems, unusedIn } from "./address-problems.ts";
import { readPlace } from "./location.ts";

/** What the places read themselves. A lesson also takes parameters: one of Cedar is called "arguments". */
const TAKEN: ReadonlyMap<string, readonly string[]> = new Map([
  ["lesson", ["step", "embed", ...PARAMETER_NAMES]],
  ["papers", ["row", "column", "entry"]],
  ["reference", []],
]);

const unused = (hash: string): readonly string[] => unusedIn(readPlace(hash));

describe("an address", () => {
  it("of a page, a table, a section or a step is read without a word", () => {
    const pages = ["", "#", "#/", "#/lesson/more-threads", "#/lesson/more-threads?step=3", "#/papers", "#/reference/"];
    for (const hash of [
      ...pages,
      "#/papers/firefly/table-i?row=1&row=x&column=y",
      "#/reference/keys",
      "#/lesson/more-threads?step=2&embed=1&hide=chart&threads=4&fault=drop+call%231&fault=drop+result%232",
      "#/bench/firefly/null?threads=4",
    ]) {
      expect(unused(hash), hash).toEqual([]);
    }
  });

  it("that says more than its place reads is told what is not used, and which of several steps counts", () => {
    expect(unused("#/papers/firefly/table-i/row?colour=red")).toEqual([
      'The end of the address, "row", names no place. You see the place that comes before it.',
      '"colour" = "red" is not used: this place takes row, column, entry.',
    ]);
    expect(unused("#/lesson/more-threads?step=2&step=3&lesson=1")).toEqual([
      expect.stringContaining('"lesson" = "1" is not used: this place takes step, experiment, seed, fault,'),
      '"step" stands in the link 2 times; the last one, "3", counts.',
    ]);
  });

  it("is told once what a desk does not read, too", () => {
    expect(addressProblems(readPlace("#/desk?own=!"))).toEqual([
      expect.stringMatching(/^"own" = "!" is not used: this place takes assignment,/),
    ]);
  });

  it("names whatever it does not read, in 10,000 damaged addresses", () => {
    const part = fc.oneof(
      fc.constantFrom("", "firefly", "table-i", "claims", "keys", "more-threads", "x"),
      fc.string(),
    );
    const place = fc.constantFrom("", "lesson", "papers", "reference", "bench", "Papers", "lessons");
    const pair = fc.tuple(fc.oneof(fc.constantFrom("step", "row", "embed", "__proto__", ""), fc.string()), fc.string());
    fc.assert(
      fc.property(place, fc.array(part, { maxLength: 4 }), fc.array(pair, { maxLength: 4 }), (name, parts, pairs) => {
        const at = readPlace(`#/${[name, ...parts].join("/")}?${new URLSearchParams(pairs).toString()}`);
        const said = unusedIn(at).join("\n");
        const taken = TAKEN.get(at.path.split("/")[1] ?? "");
        if (taken === undefined) return;
        for (const key of new URLSearchParams(at.query).keys()) {
          if (!taken.includes(key)) expect(said).toContain(quote(key));
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
