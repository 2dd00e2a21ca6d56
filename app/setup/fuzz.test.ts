/** Ten thousand damaged links: whatever one says, what comes of it can run, and what it says wrong is named. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { parseScript } from "../../engine/faults/index.ts";
import { hashOf, readPlace } from "./location.ts";
import { readPins } from "./pins.ts";
import { readLink, readSeed } from "./link.ts";
import { writeLink } from "./write-link.ts";
import { experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { damagedLinks, KEYS, mustSay } from "./testing.ts";

const LINKS = 10_000;

/** Every parameter is there and is what the table allows; the faults can stand together. */
function unusable(setup: Setup): string | null {
  const experiment = experimentOf(setup);
  const texts = Object.fromEntries(Object.entries(setup.parameters).map(([name, one]) => [name, String(one)]));
  const { parameters, problems } = readParameters(experiment, texts);
  parseScript(setup.faults);
  if (problems.length > 0) return problems.map(({ message }) => message).join(" ");
  if (JSON.stringify(parameters) !== JSON.stringify(setup.parameters)) return "the parameters are not all there";
  return readSeed(String(setup.seed)) === setup.seed ? null : `seed ${setup.seed}`;
}

describe("links that somebody damaged", () => {
  it(`open in ${LINKS} cases out of ${LINKS} with a run, and a notice for each thing that they say wrong`, () => {
    fc.assert(
      fc.property(damagedLinks, (text) => {
        const place = readPlace(`#${text}`);
        const { setup, problems } = readLink(place);
        const query = new URLSearchParams(place.query);
        const { pins, problems: ofPins } = readPins(query);
        for (const one of [setup, ...pins.list.map((pin) => pin.setup)]) expect(unusable(one)).toBeNull();
        const said = [...problems, ...ofPins].join("\n");
        const missing = mustSay(setup, query).filter((what) => !said.includes(what));
        expect(missing, said).toEqual([]);
        // What is on the screen is written back as a link without a fault.
        expect(readLink(readPlace(hashOf(writeLink(setup)))).problems).toEqual([]);
      }),
      { numRuns: LINKS },
    );
  });

  it("give no notice longer than a few lines, however long they are", () => {
    const long = "a".repeat(5000);
    for (const name of [...KEYS, long]) {
      const place = readPlace(`#/bench/${long}?${name}=${long}&${name}=${long}`);
      const said = [...readLink(place).problems, ...readPins(new URLSearchParams(place.query)).problems];
      expect(said.length).toBeGreaterThan(0);
      for (const line of said) expect(line.length).toBeLessThan(400);
    }
  });
});
