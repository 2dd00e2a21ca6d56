import { describe, expect, it } from "vitest";
import { findInReference } from "./find.ts";
import { experimentPages, machineOf, machinePages, pageNamed, protocolPages, questionPages } from "./pages.ts";

const BOOKS = { experimentPages, machinePages, protocolPages, questionPages };

describe("the pages of the reference", () => {
  it.each(Object.entries(BOOKS))("%s: each is found by its entry, and by none of another’s", (_, pages) => {
    for (const page of pages) expect(pageNamed(pages, page.entry)).toBe(page);
    for (const page of pages) expect(pageNamed(pages, `${page.entry}/threads`)).toBe(page);
    expect(pageNamed(pages, "nowhere/at-all")).toBeUndefined();
  });

  it("a protocol’s page shows the machine of its title", () => {
    for (const { entry, title } of protocolPages) expect(machineOf(entry).title).toBe(title);
    expect(() => machineOf("nothing")).toThrow(/no state machine "nothing"/);
  });
});

describe("the search of the reference", () => {
  it.each([
    ["retry storm", "services/storm"],
    ["dorado", "Dorado"],
    ["caller threads", "firefly/null/threads"],
    ["stub", "stub"],
    ["incast", "flexrpc/incast"],
  ])("finds %s first at %s", (query, entry) => {
    expect(findInReference(query)[0]?.entry).toBe(entry);
  });

  it("finds a parameter by its key, each thing once, and nothing for nothing", () => {
    const found = findInReference("queueLimit");
    expect(found.map(({ entry }) => entry)).toContain("services/graph/queueLimit");
    const keys = found.map(({ section, entry, title }) => `${section} ${entry} ${title}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(findInReference("  ")).toEqual([]);
    expect(findInReference("zeppelin")).toEqual([]);
  });
});
