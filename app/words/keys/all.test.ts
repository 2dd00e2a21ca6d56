import { expect, it } from "vitest";
import { ALL_KEYS } from "./all.ts";
import { KEY_PLACES } from "./page.ts";

it("every key has a name of its own and a place that the help shows", () => {
  expect(new Set(ALL_KEYS.map(({ id }) => id)).size).toBe(ALL_KEYS.length);
  const places = new Set(KEY_PLACES.map(({ place }) => place));
  for (const { where, id } of ALL_KEYS) expect(places.has(where), id).toBe(true);
  for (const place of places)
    expect(
      ALL_KEYS.some(({ where }) => where === place),
      place,
    ).toBe(true);
});

it("no two keys of one place are the same", () => {
  const seen = ALL_KEYS.map(({ where, keys }) => `${where}: ${keys.join(" ")}`);
  expect(seen.filter((one, i) => seen.indexOf(one) !== i)).toEqual([]);
});
