import { describe, expect, it } from "vitest";
import { label } from "../../draw/scene.ts";
import { placedAcross, placedDown } from "./limit-words.ts";

const between = [
  [0, 40],
  [380, 420],
] as const;
const words = "goal: at most 655 µs";
const nameAt = (x: number, y: number) => label(x, y, [{ text: "sends a packet" }], { size: 12, anchor: "end" });
const placed = (...names: readonly ReturnType<typeof nameAt>[]) => placedAs(words, names);
const placedAs = (text: string, names: readonly ReturnType<typeof nameAt>[]) =>
  placedDown({ down: true, playhead: between, names, width: 420, height: 600 }, 300, text);

describe("the words of a limit, where time runs down", () => {
  it("stand over its line, before the last machine", () => {
    const { words: said, style } = placed();
    expect(said).toBe(words);
    expect(style.top).toBe(278);
    expect(Number(style.left)).toBeGreaterThan(200);
  });

  it("stand at the first machine, or under their line, where names are in their way", () => {
    expect(placed(nameAt(370, 292)).style).toEqual({ left: 40, top: 278 });
    const under = placed(nameAt(370, 292), nameAt(180, 292));
    expect([under.words, under.style.top]).toEqual([words, 303]);
  });

  it("are short where names leave no more room, and whole over names where they leave none", () => {
    const both = [nameAt(370, 292), nameAt(370, 316), nameAt(250, 292), nameAt(250, 316)];
    expect(placed(...both)).toEqual({ words: "goal", style: { left: 40, top: 278 } });
    expect(placedAs(`${words} ↓`, both).words).toBe("goal ↓"); // beyond the axis
    const full = [292, 316].flatMap((y) => [370, 260, 150].map((x) => nameAt(x, y)));
    expect(placed(...full)).toEqual({ words, style: { top: 278, right: 4 } });
  });
});

describe("the words of a limit, where time runs across", () => {
  const area = { left: 0, top: 0, width: 40, height: 30 };
  const hosts = [70, 150].map((top) => ({ machine: "", ...area, top, mark: area }));
  const at = (place: number, ...names: readonly ReturnType<typeof nameAt>[]) =>
    placedAcross({ down: false, playhead: [], hosts, names, width: 800, height: 260, axis: 250 }, place, words);

  it("stand above the axis, on the side of their line that has more room", () => {
    expect(at(200).style).toEqual({ left: 200, top: 202 });
    expect(at(700).style).toEqual({ right: 100, top: 202 });
  });

  it("stand higher, off the machines' rows, where names are in their way", () => {
    const above = [nameAt(300, 216), nameAt(190, 216), nameAt(300, 196), nameAt(190, 196)];
    expect(at(200, ...above)).toEqual({ words, style: { left: 200, top: 130 } });
  });
});
