import { expect, it } from "vitest";
import { Rp2GenError } from "../stubs/rp2gen/error.ts";
import { parseSubsystem } from "../stubs/rp2gen/parser.ts";
import { CodeFault } from "../protocols/written/code-actions.ts";
import { quote, quoteCharacter, visible } from "../faults/quote.ts";
import { parseScript } from "../faults/index.ts";

const UNSEEN = [
  "\u200b",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\u00ad",
  "\u2028",
  "\u0085",
  "\u3164",
  "\ufe0f",
  "\u{e0001}",
  "\n",
];

it("a text that cannot be seen is shown by its codes, on one line; what can be seen stays", () => {
  for (const unseen of UNSEEN) {
    const quoted = quote(`a${unseen}b`);
    expect(quoted).toMatch(/^"a\\(u[0-9a-f]{4}|n)(\\u[0-9a-f]{4})?b"$/);
    expect(JSON.parse(quoted)).toBe(`a${unseen}b`);
  }
  expect(quote("é 漢 Ω “x” 1 µs")).toBe('"é 漢 Ω “x” 1 µs"');
  expect(quoteCharacter("\u200b")).toBe("the character U+200B");
  expect(quoteCharacter("€")).toBe('"€"');
});

it("messages of every reader name what cannot be seen", () => {
  const messages: string[] = [];
  const kept = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      messages.push(error instanceof Error ? error.message : "");
    }
  };
  for (const unseen of UNSEEN.filter((one) => one !== "\n")) {
    kept(() => parseSubsystem(`Subsystem "s"; f(IN Integer a)${unseen};`));
    kept(() => parseScript([`drop ca${unseen}ll#1`]));
    kept(() => {
      throw new CodeFault("client", "start", `it ends with an error: ${unseen}`, "Mend it.");
    });
  }
  expect(messages.length).toBeGreaterThan(2 * (UNSEEN.length - 1));
  for (const message of messages) expect(visible(message)).toBe(message);
  expect(() => parseSubsystem('Subsystem "s"; f(IN Integer a)\u200b;')).toThrow(Rp2GenError);
  expect(() => parseSubsystem('Subsystem "s"; f(IN Integer a)\u200b;')).toThrow("got the character U+200B, want");
});
