import { describe, expect, it, vi } from "vitest";
import { entry } from "./palette-entries.ts";
import { find } from "./palette-search.ts";

const TITLES: Readonly<Record<string, string>> = {
  "A lost packet": "一个丢失的分组",
  "Too big": "Zu groß für ein Paket",
  "large message": "lange Nachricht",
};

vi.mock("../language/text.ts", async (original) => ({
  ...(await original<typeof import("../language/text.ts")>()),
  translated: (english: string): string => TITLES[english] ?? english,
}));

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

  it("goes by English words, too", () => {
    expect(find("retransmission", [lost, big])).toEqual([lost]);
    expect(find("too big", [lost, big])).toEqual([big]);
  });
});
