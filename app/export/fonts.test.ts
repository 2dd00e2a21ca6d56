import { describe, expect, it } from "vitest";
import { hasSignOf } from "./fonts.ts";

describe("fonts", () => {
  it("a figure takes a file of rare letters only where it has such a letter", () => {
    const rare = "U+A1-FF, U+152-153, U+20AC";
    expect(hasSignOf(rare, "<text>2,661 mu</text>")).toBe(false);
    expect(hasSignOf(rare, "<text>Zoë</text>")).toBe(true);
    expect(hasSignOf(rare, "<text>5 €</text>")).toBe(true);
    expect(hasSignOf("", "<text>a</text>")).toBe(true);
  });
});
