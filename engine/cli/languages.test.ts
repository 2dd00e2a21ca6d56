import { describe, expect, it } from "vitest";
import { WITH } from "../../app/language/site-files.ts";
import { LESSONS } from "../../lessons/course.ts";
import { catalogueMistakes, homes, languageCodes, misplaced, mistakesIn, proseMistakes } from "./languages.ts";
import { textsIn } from "./page-texts.ts";

const GERMAN = new Intl.PluralRules("de");

describe("catalogues", () => {
  it.each(languageCodes())(
    "of %s name only the values that the English text has, in messages that can be read",
    (code) => {
      expect(catalogueMistakes(code)).toEqual([]);
    },
  );

  it("with a mistake are told the file, the text and what is wrong", () => {
    expect(mistakesIn("de/page.json", { "{0} of {1}": "{2} von {1}" }, GERMAN)).toEqual([
      'de/page.json: "{0} of {1}" has no value {2}. It has {0}, {1}.',
    ]);
    expect(mistakesIn("de/page.json", { Next: "Weiter {" }, GERMAN)[0]).toContain("a brace that is not closed");
  });
});

describe("the prose of a lesson", () => {
  it.each(LESSONS)("has in every language the numbers and terms of the English: $slug", async ({ slug }) => {
    expect(await proseMistakes(slug)).toEqual([]);
  });
});

describe("a text of the site", () => {
  const home = homes();

  it.each(languageCodes())("stands in the file that its place fetches, in %s", (code) => {
    expect(misplaced(code, home)).toEqual([]);
  });

  it("stands with its family of experiments, and where several families say it, with all of them", () => {
    expect(home.get("Cedar RPC: one call")).toBe("panels"); // lists of experiments have it, too
    expect(home.get("Decode the call (XDR)")).toBe("systems/sun-rpc");
    expect(home.get("Switch the address space")).toBe("systems/firefly");
    expect(home.get("Saved on MaxResult")).toBe("panels"); // a column of a paper’s table
    expect([...new Set(home.values())].filter((file) => !Object.hasOwn(WITH, file))).toEqual([]);
  });
});

describe("the texts of a source", () => {
  it("are what stands between tags, with values, and what is read of attributes and data, and no name", () => {
    const source = `
      const KEYS = [{ id: "a", what: "find a lesson" }];
      export const Foot = ({ n }: { n: number }) => (
        <footer className={n > 1 ? "foot wide" : "foot"} aria-label="Foot of the page">
          Measured numbers come from <a href="#/papers">the papers</a>,{" "}
          step {n} of {2 * n}.
        </footer>
      );`;
    expect(textsIn("foot.tsx", source)).toEqual([
      "find a lesson",
      "Measured numbers come from {0}, step {1} of {2}.",
      "Foot of the page",
      "the papers",
    ]);
  });
});
