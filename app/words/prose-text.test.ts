import { afterEach, expect, it, vi } from "vitest";
import { statedText } from "./prose-text.ts";
import type { Stated } from "../../lessons/numbers.ts";

const language = vi.hoisted(() => ({ locale: "en-US" }));
vi.mock("../language/text.ts", async (original) => ({
  ...(await original<object>()),
  pageLocale: () => language.locale,
}));
afterEach(() => void (language.locale = "en-US"));

const number = (text: string, unit: string): Stated => ({ text, unit }) as Stated;

it("a number has its unit, a factor its sign, and the marks of the page’s language", () => {
  expect(statedText(number("1,097.5", "µs"))).toBe("1,097.5\u202fµs");
  expect(statedText(number("1.59", "times"))).toBe("1.59×");
  language.locale = "de-DE";
  expect(statedText(number("1,097.5", "µs"))).toBe("1.097,5\u202fµs");
  expect(statedText(number("two of three", ""))).toBe("two of three");
  language.locale = "es-ES"; // four digits have no group there, five have
  expect(statedText(number("1,097.5–16,384", "µs"))).toBe("1097,5–16.384\u202fµs");
});
