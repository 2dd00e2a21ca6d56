import { expect, it } from "vitest";
import { keyOf } from "./key-of.ts";

it.each([
  ["л", "KeyK", "k"], // Russian
  ["λ", "KeyL", "l"], // Greek
  ["ק", "KeyE", "e"], // Hebrew
  ["Z", "KeyY", "z"], // QWERTZ: the printed letter
  ["a", "KeyQ", "a"], // AZERTY
  ["?", "Slash", "?"],
  ["é", "Digit2", "é"],
  ["ArrowLeft", "ArrowLeft", "arrowleft"],
  [".", "Period", "."],
])("the key %s at %s means %s", (key, code, means) => {
  expect(keyOf({ key, code })).toBe(means);
});
