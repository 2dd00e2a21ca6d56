import { describe, expect, it } from "vitest";
import { lessonWords } from "../build/lesson-words.ts";
import { QUESTIONS } from "../reference/questions/index.ts";
import { claimEntries, ENTRIES, entry } from "./palette-entries.ts";
import { find } from "./palette-search.ts";

describe("finding things by words", () => {
  it("finds all for no words, and nothing for words that stand nowhere", () => {
    expect(find("  ")).toEqual(ENTRIES);
    expect(find("zeppelin")).toEqual([]);
  });

  it("puts what has every word first, in any order and any case", () => {
    const found = find("MAXRESULT firefly experiment").map(({ title }) => title);
    expect(found[0]).toBe("Firefly RPC: MaxResult(b)");
  });

  it("finds terms, machines, keys and published figures, with or without their point", () => {
    const kinds = (query: string): readonly string[] => find(query).map(({ kind }) => kind);
    expect(kinds("retransmission")[0]).toBe("term");
    expect(kinds("dequeue nothing")).toEqual([]);
    expect(kinds("firefly machine")).toContain("machine");
    expect(find("export")[0]?.title).toContain("xport");
    expect(find("2661")[0]?.title).toMatch(/^26\.61 s: Null\(\): time for 10,000, 1 \(Table I\)$/);
    expect(find("26.61")[0]?.href).toBe(find("2661")[0]?.href);
  });

  it("finds the claims of every paper, each at its entry", async () => {
    const found = find("retransmission", await claimEntries());
    expect(found.length).toBeGreaterThan(0);
    for (const { href } of found) expect(href).toMatch(/^#\/papers\/\w+\/claims\?entry=/);
  });

  it("leads somewhere or does something, never both, and to no place twice", () => {
    for (const { href, command } of ENTRIES) expect((href === null) !== (command === null)).toBe(true);
    const ways = ENTRIES.flatMap(({ href, kind }) => (href === null || kind === "question" ? [] : [href]));
    expect(new Set(ways).size).toBe(ways.length);
  });
});

describe("a question in engineers’ words", () => {
  it.each([
    ["incast", "incast"],
    ["goodput", "incast"],
    ["my service calls 40 nodes at once and throughput collapses", "incast"],
    ["p99", "tail"],
    ["why is my p99 so bad when the median is fine", "tail"],
    ["idempotent", "duplicate-memory"],
    ["idempotency key", "duplicate-memory"],
    ["executed twice", "did-it-run"],
    ["is it safe to retry after an error", "did-it-run"],
    ["retry storm", "retry-storm"],
    ["exponential backoff with jitter", "retry-storm"],
    ["hedged requests", "hedging"],
    ["Nagle", "same-extra-time"],
    ["why do some calls take 200 ms", "same-extra-time"],
    ["keepalive", "slow-or-dead"],
    ["health check is green but the call hangs", "slow-or-dead"],
    ["deadline exceeded", "work-goes-on"],
    ["hard or soft mount", "hang"],
    ["thread pool size", "how-many-threads"],
    ["quorum", "majority"],
    ["chain replication", "chain-or-copies"],
    ["protobuf or json", "serialization"],
    ["would a faster network help", "faster-network"],
    ["unix domain socket", "same-machine"],
    ["pipelining", "idle-link"],
    ["batching", "many-small-calls"],
    ["correlation id", "mixed-replies"],
    ["fencing token", "restarted-server"],
    ["service discovery", "who-is-there"],
    ["scatter gather", "not-ten-times"],
    ["exactly once delivery", "exactly-once"],
    ["udp or tcp", "connection-or-datagram"],
    ["cache invalidation", "cache-invalidation"],
    ["crc", "own-checksum"],
    ["max message size", "large-message"],
    ["what does TLS cost", "encryption"],
  ])("“%s” finds first the run that answers “%s”", (typed, id) => {
    const steps = lessonWords().map((one) =>
      entry("step", one.gist, `#/lesson/${one.slug}?step=${one.step}`, one.words),
    );
    const question = QUESTIONS.find((one) => one.id === id);
    expect(find(typed, [...ENTRIES, ...steps])[0]).toMatchObject({ kind: "question", title: question?.asked });
  });
});

it("the texts of lessons are found by their words, and by their numbers as they are printed", () => {
  const steps = lessonWords().map((one) => entry("step", one.gist, `#/lesson/${one.slug}?step=${one.step}`, one.words));
  const first = (typed: string): string | null | undefined =>
    find(typed, steps).find(({ kind }) => kind === "step")?.href;
  expect(find("acknowledgement", steps).length).toBeGreaterThan(0);
  expect(first("1,097")).toMatch(/^#\/lesson\/across-the-wire/);
  expect(first("1097")).toMatch(/^#\/lesson\/across-the-wire/);
});
