import { describe, expect, it } from "vitest";
import { wantedIn, wrongWord } from "./words.ts";

const wrong = (phrase: string, of: Readonly<Record<string, number>>): string | null =>
  wrongWord(phrase, new Map(Object.entries(of)));
const CALL = { waiting: 95, call: 100 };
const OFFERS = { processors: 1380, controller: 660, network: 550 };

describe("a word about numbers", () => {
  it("of a part and its whole holds between its limits only", () => {
    expect(wrong("nearly all", CALL)).toBeNull();
    expect(wrong("most of it", CALL)).toBeNull();
    expect(wrong("all", CALL)).toBe('"all" is not so of waiting: the run says waiting 95, call 100.');
    expect(wrong("half", CALL)).toContain('"half" is not so of waiting');
    expect(wrong("nearly all", { waiting: 316.5, call: 729.3 })).toContain("waiting 316.5, call 729.3");
  });

  it("of one among several holds for the one that it names, else for the first", () => {
    expect(wrong("The processors lead", OFFERS)).toBeNull();
    expect(wrong("the longest", OFFERS)).toBeNull();
    expect(wrong("The network leads", OFFERS)).toContain('"leads" is not so of network');
    expect(wrong("the shortest", OFFERS)).toContain('"shortest" is not so of processors');
    expect(wrong("the third", OFFERS)).toBeNull();
    expect(wrong("the second is the controller", OFFERS)).toBeNull();
  });

  it("of a count is exact, and so is a word for nothing", () => {
    expect(wrong("twice", { runs: 2 })).toBeNull();
    expect(wrong("only one callee", { runs: 9 })).toContain("the run says runs 9.");
    expect(wrong("nobody", { violations: 0 })).toBeNull();
    expect(wrong("no promise", { violations: 1 })).toContain('"no" is not so of violations');
    expect(wrong("twice as long", { loss: 41, whole: 20 })).toBeNull();
  });

  it("must be one that can be checked", () => {
    expect(() => wrong("quite a lot", CALL)).toThrow('"quite a lot" has no word that can be checked. There is all,');
  });
});

describe("a sentence", () => {
  it("is asked for its words, but not for those of idioms, nor for words that only begin alike", () => {
    expect(wantedIn("Nearly all of it is waiting; almost half at most, at once.")).toEqual(["Nearly all", "half"]);
    expect(wantedIn("The call leads to another, although firstly overall.")).toEqual([]);
  });
});
