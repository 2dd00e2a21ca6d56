import { describe, expect, it } from "vitest";
import { QUESTIONS } from "../setup/questions/index.ts";
import { ENTRIES, entry } from "../shell/palette-entries.ts";
import { find } from "../shell/palette-search.ts";
import { lessonWords } from "./lesson-words.ts";

const STEPS = lessonWords().map(({ slug, step, gist, words }) =>
  entry("step", gist, `#/lesson/${slug}?step=${step}`, words),
);

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
    ["capture", "capture"],
    ["retry", "retry-storm"],
    ["hedging", "hedging"],
    ["checksum", "own-checksum"],
    ["timeouts", "hang"],
    ["retransmission", "retry-storm"],
    ["at most once", "exactly-once"],
    ["circuit breaker", "breaker-flaps"],
    ["network partition", "slow-or-dead"],
    ["grpc", "serialization"],
    ["jumbo frames", "large-message"],
  ])("“%s” finds first the run that answers “%s”", (typed, id) => {
    const question = QUESTIONS.find((one) => one.id === id);
    expect(find(typed, [...ENTRIES, ...STEPS])[0]).toMatchObject({ kind: "question", title: question?.asked });
  });
});

it.each([
  ["embed", "#/reference/links"],
  ["iframe", "#/reference/links"],
  ["assignment", "#/desk"],
  ["homework", "#/desk"],
])("“%s” finds %s first", (typed, href) => {
  expect(find(typed, [...ENTRIES, ...STEPS])[0]?.href).toBe(href);
});

it("the texts of lessons are found by their words, and by their numbers as they are printed", () => {
  const first = (typed: string): string | null | undefined =>
    find(typed, STEPS).find(({ kind }) => kind === "step")?.href;
  expect(find("acknowledgement", STEPS).length).toBeGreaterThan(0);
  expect(first("1,097")).toMatch(/^#\/lesson\/across-the-wire/);
  expect(first("1097")).toMatch(/^#\/lesson\/across-the-wire/);
});

it.each([
  ...[
    "(",
    "[a-z]+$",
    "\\",
    "*",
    "🚂",
    "\u202eabc",
    "\u0000",
    "x".repeat(1e6),
    "why ".repeat(1e5),
    "the of a is",
    "--",
    "%",
  ],
  ...["__proto__", "constructor", "<b>incast</b>", "1e400", "١٢٣", "ｐ９９", " \u00a0 "],
])("whatever is typed, findings come at once and no two are the same", (typed) => {
  const found = find(typed, [...ENTRIES, ...STEPS]);
  expect(new Set(found).size).toBe(found.length);
});

it("marks, accents, capitals and wide letters change nothing", () => {
  for (const typed of [
    "<b>incast</b>",
    "INCAST?!",
    "íncast",
    "ｉｎｃａｓｔ",
    "  incast  ",
    `incast ${" ".repeat(1000)}`,
  ])
    expect(find(typed)[0]?.title, typed).toBe(find("incast")[0]?.title);
});
