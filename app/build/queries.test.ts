/** Eighty queries in readers’ words: the first finding is the right one. */
import { describe, expect, it } from "vitest";
import { QUESTIONS } from "../setup/questions/index.ts";
import { claimEntries, ENTRIES, entry } from "../shell/palette-entries.ts";
import { find } from "../shell/palette-search.ts";
import { lessonWords } from "./lesson-words.ts";

const STEPS = lessonWords().map(({ slug, step, gist, words }) =>
  entry("step", gist, `#/lesson/${slug}?step=${step}`, words),
);
const ALL = [...ENTRIES, ...(await claimEntries()), ...STEPS];

type Query = readonly [typed: string, ...right: readonly string[]];

/** What people ask in public threads. */
const ASKED: readonly Query[] = [
  [
    "The backend stumbled, all clients retried at once, and the retries kept it down",
    "retry-storm",
    "#/bench/today/retry-storm",
  ],
  ["My call never returns when the server is gone. Which time limit do I set?", "hang"],
  ["I send thousands of small calls. Shall I put many into one?", "many-small-calls"],
  ["Keepalive is green and the call never ends. How do I tell slow, hung and dead apart?", "slow-or-dead"],
  ["Why do some calls take 40 ms, 200 ms or 1 s more, always the same?", "same-extra-time"],
  ["One call at a time leaves the link idle. Pipeline, async stubs, or a larger window?", "idle-link"],
  ["How long must a server keep a request’s key, and does the memory survive a restart?", "duplicate-memory"],
  ["Shall I send a second copy when the first is late, and who stops the loser?", "hedging"],
  ["A product promises exactly once. Can that be?", "exactly-once"],
  ["the page that asks ten services is always slow. Why?", "slowest-of-ten"],
  ["I have five servers and all calls go to one.", "load-balancer"],
  ["After a time-out every reply belonged to the call before it.", "mixed-replies"],
  ["I ask forty nodes at once and throughput collapses.", "incast"],
  ["I got an error. Did my method run, and may I retry?", "did-it-run"],
  ["My deadline has passed. Why does the server go on?", "work-goes-on"],
  ["My message is over the limit. Raise it, or send chunks?", "large-message"],
  ["More threads, the same throughput, more latency. How many do I need?", "how-many-threads"],
  ["One replica is slow and everything is slow. May I return at a majority?", "majority"],
  ["My load test says 2 ms, users see seconds.", "load-test"],
  ["A large reply delays small calls on the same connection. One connection or several?", "behind-a-long-call"],
];

/** Words of today, and sentences. */
const OWN: readonly Query[] = [
  ["gRPC", "#/bench/today/call", "serialization", "load-balancer"],
  ["dpdk", "kernel-bypass"],
  ["RDMA", "kernel-bypass"],
  ["eRPC", "kernel-bypass"],
  ["kernel bypass", "kernel-bypass"],
  ["load balancer", "load-balancer"],
  ["service mesh", "load-balancer", "same-machine"],
  ["connection reuse", "connection-per-call"],
  ["head-of-line blocking", "behind-a-long-call"],
  ["cold start", "connection-per-call"],
  ["nagle", "same-extra-time"],
  ["coordinated omission", "load-test"],
  ["how do I send to many computers at once", "who-is-there", "#/bench/many/call", "#/lesson/many"],
  ["what happens if the server crashes", "did-it-run", "hang", "slow-or-dead", "restarted-server"],
  ["what happens if a packet gets lost", "same-extra-time", "#/lesson/exactly-once", "#/lesson/across-the-wire"],
  ["why is my call executed twice", "did-it-run", "exactly-once"],
  ["difference between tcp and udp", "connection-or-datagram"],
  ["how long before timeout", "hang"],
  ["grade the reports of my class", "#/reference/links"],
  ["zero copy", "kernel-bypass"],
];

/** What engineers type of services and TCP of today. */
const OF_TODAY: readonly Query[] = [
  ["customer was charged twice", "duplicate-memory", "#/bench/services/idempotency"],
  ["stripe idempotency key how long", "duplicate-memory"],
  ["hikari connection is not available, request timed out", "connection-pool"],
  ["how big should my database connection pool be", "connection-pool"],
  ["redis was flushed and the database melts", "cold-cache"],
  ["cache stampede", "cold-cache"],
  ["first request after idle is slow", "after-a-silence"],
  ["tcp slow start after idle", "after-a-silence"],
  ["cubic or reno", "lossy-path", "#/bench/tcp/transfer"],
  ["1% packet loss kills my throughput", "lossy-path"],
  ["http/2 head of line blocking under packet loss", "behind-a-long-call"],
  ["outlier ejection", "fails-fast"],
  ["one pod returns 500s and gets most of the traffic", "fails-fast"],
  ["tls handshake cost", "encryption"],
  ["tls 1.3 0-rtt", "encryption", "connection-per-call", "#/bench/tcp/transfer"],
  ["pod restarted and the client still waits", "restarted-server"],
  ["grpc deadline exceeded but server keeps working", "work-goes-on"],
  ["retry budget", "retry-storm", "retries-in-layers"],
  ["tcp incast minimum rto", "incast", "#/bench/tcp/incast"],
  ["cpu is idle but latency is high", "two-clocks", "how-many-threads", "at-ninety-percent"],
];

/** One wrong letter. */
const SLIPS: readonly Query[] = [
  ["idempotnt", "duplicate-memory"],
  ["thundring herd", "retry-storm"],
  ["retrry storm", "retry-storm"],
  ["backof", "retry-storm"],
  ["incats", "incast"],
  ["goodpt", "incast"],
  ["hegded requests", "hedging"],
  ["keepalvie", "slow-or-dead", "connection-per-call"],
  ["deadlin exceded", "work-goes-on"],
  ["percentle", "tail"],
  ["serialisatoin", "serialization"],
  ["quorom", "majority"],
  ["loopbak", "same-machine"],
  ["pipelning", "idle-link"],
  ["chekcsum", "own-checksum"],
  ["datagrm or connection", "connection-or-datagram"],
  ["encrypton", "encryption"],
  ["wiresharck", "capture"],
  ["load balanser", "load-balancer"],
  ["replicaton chain", "chain-or-copies"],
];

const LEAST = 78;

/** The ids of questions, and addresses of others. */
function nameOf(typed: string): string {
  const [first] = find(typed, ALL);
  if (first === undefined) return "nothing";
  return (
    QUESTIONS.find(({ asked }) => first.kind === "question" && asked === first.title)?.id ?? first.href ?? first.title
  );
}

describe("eighty queries in readers’ words", () => {
  it(`find first what is meant in at least ${LEAST}`, () => {
    const all = [...ASKED, ...OWN, ...OF_TODAY, ...SLIPS];
    expect(all).toHaveLength(80);
    const wrong = all.flatMap(([typed, ...right]) => {
      const name = nameOf(typed);
      return right.some((one) => name.startsWith(one)) ? [] : [`${typed} → ${name}`];
    });
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(all.length - LEAST);
  });

  it("gives each finding once, with a name of its own", () => {
    for (const [typed] of [...ASKED, ...OWN, ...OF_TODAY, ...SLIPS, ["d"], [""]]) {
      const found = find(typed, ALL).map(({ href, command, kind, title }) => `${kind} ${href ?? command} ${title}`);
      expect(new Set(found).size, typed).toBe(found.length);
    }
  });
});
