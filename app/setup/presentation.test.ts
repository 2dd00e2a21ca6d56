import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quote } from "../../engine/faults/quote.ts";
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { readLink } from "./link.ts";
import { hashOf, readPlace } from "./location.ts";
import { presentationProblems } from "./address-problems.ts";
import { LOCKS, presentationOf, PARTS, PLAIN, withPresentation } from "./presentation.ts";
import type { Presentation } from "./presentation.ts";

const open = (hash: string) => ({
  presentation: presentationOf(readPlace(hash)),
  problems: presentationProblems(readPlace(hash)),
});
const NULL = "#/bench/firefly/null";

/** Of the names below, those of something that the bench can hide. */
/** Parts of the bench, and the parameters of all experiments: a random text may name one by chance. */
const HIDABLE: readonly string[] = [
  ...Object.entries(PARTS).flatMap(([part, at]) => (at.some((one) => one === "bench") ? [part] : [])),
  ...PARAMETER_NAMES,
  "seed",
];
const KEYS = ["lesson", "step", "asked", "embed", "parent", "hide", "lock"] as const;

describe("the presentation of a link", () => {
  it("are none where it says nothing of them", () => {
    expect(open(`${NULL}?threads=4`)).toEqual({ presentation: PLAIN, problems: [] });
    expect(open("#/lesson/more-threads?step=3")).toEqual({ presentation: PLAIN, problems: [] });
  });

  it("are read from the bench’s link, and leave its setup alone", () => {
    const lesson = "lesson=more-threads&step=3&asked=incast";
    const hash = `${NULL}?threads=4&${lesson}&hide=parameters,networkMbps&lock=seed&embed=1`;
    const hide = ["parameters", "networkMbps"];
    const presentation = {
      ...PLAIN,
      embed: true,
      hide,
      lock: ["seed"],
      lesson: "more-threads",
      step: 3,
      asked: "incast",
    };
    expect(open(hash)).toEqual({ presentation, problems: [] });
    expect(readLink(readPlace(hash))).toMatchObject({ setup: { parameters: { threads: 4 } }, problems: [] });
  });

  it("say key, value and what is allowed for what cannot be used, and go on", () => {
    const { presentation, problems } = open(`${NULL}?embed=yes&hide=chart,colour,use&lesson=less-threads&step=3`);
    expect(presentation).toEqual({ ...PLAIN, hide: ["chart", "colour", "use"] });
    expect(problems).toEqual([
      'embed = "yes" is not allowed: 1. The whole page is shown.',
      expect.stringContaining('hide = "colour" is not a part that this page can hide: experiment, parameters,'),
      expect.stringContaining('hide = "use" is not a part that this page can hide'),
      expect.stringContaining('lesson = "less-threads" is not a lesson that is ready: across-the-wire, exactly-once,'),
      'step = "3" needs a lesson. It is left out.',
    ]);
    expect(open(`${NULL}?lock=faults,chart`).problems).toEqual([
      expect.stringContaining(
        'lock = "chart" is nothing that this page can lock: experiment, parameters, faults, seed,',
      ),
    ]);
    expect(open("#/lesson/more-threads?hide=use,hints").problems).toEqual([]);
    expect(open(`${NULL}?lesson=more-threads&step=0`).problems).toEqual([
      'step = "0" is not allowed: a whole number from 1. It is left out.',
    ]);
  });

  it("show a lesson whole in another page, which the link may name", () => {
    const whole = { ...PLAIN, embed: true, withText: true };
    const at = "#/lesson/more-threads?step=3&embed=lesson";
    expect(open(at)).toEqual({ presentation: whole, problems: [] });
    const parent = "https://school.example:8443";
    expect(open(`${at}&parent=${encodeURIComponent(parent)}`).presentation).toEqual({ ...whole, parent });
    for (const bad of ["school.example", "https://school.example/", "javascript:alert(1)", "null", "*"]) {
      const { presentation, problems } = open(`${at}&parent=${encodeURIComponent(bad)}`);
      expect(presentation, bad).toEqual(whole);
      expect(problems).toEqual([expect.stringContaining("is not allowed: an origin, such as https://school.example.")]);
    }
    expect(open(`${NULL}?embed=lesson`)).toEqual({
      presentation: PLAIN,
      problems: ['embed = "lesson" is not allowed: 1. The whole page is shown.'],
    });
  });

  it("name parts and keys that no parameter is called", () => {
    for (const { params } of experiments) {
      for (const key of [...Object.keys(PARTS), ...KEYS]) expect(Object.keys(params)).not.toContain(key);
    }
  });

  it("come back as they were written", () => {
    const bench = HIDABLE.filter((name) => Object.hasOwn(PARTS, name));
    const lesson = fc.constantFrom("where-2-66-ms-go", "more-threads");
    const from = fc.option(fc.tuple(lesson, fc.option(fc.integer({ min: 1, max: 99 }))));
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.subarray([...bench, "threads"]),
        fc.subarray(["threads", ...LOCKS]),
        from,
        fc.option(fc.constantFrom("incast", "retry-storm")),
        (embed, hide, lock, at, asked) => {
          const [slug = null, step = null] = at ?? [];
          const presentation: Presentation = { ...PLAIN, embed, hide, lock, lesson: slug, step, asked };
          const place = withPresentation(readPlace(`${NULL}?threads=2`), presentation);
          expect(open(hashOf(place))).toEqual({ presentation, problems: [] });
          expect(readLink(place).problems).toEqual([]);
        },
      ),
    );
  });

  it("are never read otherwise than they are said to be, in whatever way they are damaged", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("1", "chart", "chart,,chart", "threads", "more-threads", "99"));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...KEYS), text), { maxLength: 5 }), (pairs) => {
        const query = new URLSearchParams(pairs);
        const { presentation, problems } = open(`${NULL}?${query.toString()}`);
        const said = problems.join("\n");
        const embed = query.getAll("embed").at(-1);
        if (embed !== undefined && !presentation.embed) expect(said).toContain(`embed = ${quote(embed)}`);
        const hide =
          query
            .getAll("hide")
            .at(-1)
            ?.split(",")
            .map((name) => name.trim()) ?? [];
        for (const name of hide) {
          const isSaid = said.includes(`hide = ${quote(name)}`);
          expect(isSaid, name).toBe(!(presentation.hide.includes(name) && HIDABLE.includes(name)));
        }
        for (const name of presentation.lock) {
          const lockable = PARAMETER_NAMES.includes(name) || LOCKS.some((one) => one === name);
          expect(said.includes(`lock = ${quote(name)}`), name).toBe(!lockable);
        }
        for (const key of ["lesson", "step", "asked"] as const) {
          const given = query.getAll(key).at(-1);
          if (given !== undefined && presentation[key] === null) expect(said).toContain(`${key} = ${quote(given)}`);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
