import { expect, it } from "vitest";
import { parseText } from "./parse-text.ts";
import { paragraphsIn, translatedProse } from "./translated-prose.ts";
import { withStrings } from "./translation.ts";

const ENGLISH =
  '<Step id="one">\n\nA call goes out.\n\n<Predict />\n\nIt comes back <N id="here" /> later.\n\n</Step>\n';

/** A translation of the text as it is now. */
async function german(): Promise<string> {
  const [first, second] = paragraphsIn(ENGLISH, await parseText(ENGLISH));
  const below = (key: string | undefined, text: string): string => `{/* ${key ?? ""} */}\n\n${text}\n`;
  return [
    below(first?.key, "Ein Aufruf geht hinaus."),
    below(second?.key, 'Er kommt nach <N id="here" /> zurück.'),
  ].join("\n");
}

const inGerman = async (english: string): Promise<string> =>
  translatedProse(english, await parseText(english), await german());

it("a translation takes the place of its paragraphs, and leaves steps and questions where they stand", async () => {
  expect(await inGerman(ENGLISH)).toBe(
    '<Step id="one">\n\nEin Aufruf geht hinaus.\n\n<Predict />\n\nEr kommt nach <N id="here" /> zurück.\n\n</Step>\n',
  );
});

it("a translation that begins with an element alone on its line is one paragraph all the same", async () => {
  const own = (await german()).replace("Er kommt nach", '<Term means="so">\n  Er\n</Term>\nkommt nach');
  const text = translatedProse(ENGLISH, await parseText(ENGLISH), own);
  expect(text).toContain('\n\n<Term means="so"> Er </Term> kommt nach <N id="here" /> zurück.\n\n');
  expect(paragraphsIn(text, await parseText(text))).toHaveLength(2);
});

it("where the English paragraph changed, the translation stands with the newer English text behind it", async () => {
  const text = await inGerman(ENGLISH.replace("A call goes out.", "A call leaves."));
  expect(text).toContain("Ein Aufruf geht hinaus.\n\n<English newer>\n\nA call leaves.\n\n</English>");
  expect(text).not.toContain("<English>");
});

it("a paragraph that nobody has translated stands in English, marked as such", async () => {
  const text = await inGerman(ENGLISH.replace("<Predict />", "A new one.\n\n<Predict />"));
  expect(text).toContain("Ein Aufruf geht hinaus.\n\n<English>\n\nA new one.\n\n</English>\n\n<Predict />");
});

it("what a lesson’s data say is translated, and its names for the program are not", () => {
  const data = { id: "Wire", options: [{ id: "Wire", text: "Wire", right: true }] };
  expect(withStrings(data, { Wire: "Leitung" })).toEqual({
    id: "Wire",
    options: [{ id: "Wire", text: "Leitung", right: true }],
  });
});
