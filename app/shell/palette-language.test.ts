import { describe, expect, it, vi } from "vitest";
import { findInReference } from "../reference/find.ts";
import { entry } from "./palette-entries.ts";
import { find } from "./palette-search.ts";

vi.mock("../language/text.ts", async (original) => {
  const { EMPTY_WORDS } = await import("./palette-words.ts");
  const titles = new Map([
    ["A lost packet", "一个丢失的分组"],
    ["Too big", "Zu groß für ein Paket"],
    ["large message", "lange Nachricht"],
    ["Receiver", "接收程序"],
    [EMPTY_WORDS, "warum mein ist"],
  ]);
  return {
    ...(await original<typeof import("../language/text.ts")>()),
    translated: (english: string): string => titles.get(english) ?? english,
  };
});

describe("finding things in another language", () => {
  const lost = entry("lesson", "A lost packet", "#/a", "retransmission");
  const big = entry("lesson", "Too big", "#/b", "mtu", "large message");

  it("goes by the title that the reader sees, with Chinese written in one, and without marks over letters", () => {
    expect(find("丢失", [lost, big])).toEqual([lost]);
    expect(find("groß PAKET", [lost, big])).toEqual([big]);
    expect(find("fur ein", [lost, big])).toEqual([big]);
    expect(find("gross", [lost, big])).toEqual([big]);
  });

  it("goes by the words of that language that people type", () => {
    expect(find("lange Nachrichten", [lost, big])).toEqual([big]);
  });

  it("leaves out words that a question of that language has whatever it is about", () => {
    const why = entry("lesson", "Warum", "#/c", "ist");
    expect(find("warum ist groß", [why, big])).toEqual([big]);
  });

  it("finds words of the reference by what the page calls them, and by their English names", () => {
    for (const typed of ["接收程序", "receiver"]) expect(findInReference(typed)[0]?.title).toBe("Receiver");
  });

  it("goes by English words, too", () => {
    expect(find("retransmission", [lost, big])).toEqual([lost]);
    expect(find("too big", [lost, big])).toEqual([big]);
  });
});
