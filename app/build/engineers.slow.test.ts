/** Questions as an engineer of today asks them: the first finding’s run is one of today, and answers. */
import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import type { AnsweringRun } from "../setup/questions/types.ts";
import { ENTRIES } from "../shell/palette-entries.ts";
import { find } from "../shell/palette-search.ts";

/** By the experiment that answers first. */
const ASKED: readonly (readonly [typed: string, experiment: string])[] = [
  ["retry storm after a short outage", "today/retry-storm"],
  ["the deadline has passed and the server went on", "services/deadline"],
  ["p99 of a page that calls 40 services", "services/fan-out"],
  ["40 ms that come and go", "today/call"],
  ["incast when I read from many servers", "tcp/incast"],
  ["was it executed twice", "many/call"],
  ["keepalive is green but the handler hangs", "today/call"],
  ["how long does an idempotency key live", "services/idempotency"],
  ["hedged requests", "services/graph"],
  ["load balancer sends all calls to one server", "services/graph"],
  ["a connection for each call", "tcp/transfer"],
  ["kernel bypass", "today/call"],
  ["our database stood still for two seconds and nothing came back", "services/storm"],
  ["retries in every layer multiply", "services/layers"],
  ["the queue is long and every request times out", "services/deadline"],
  ["hikari pool exhausted", "services/pool"],
  ["redis was flushed and the database melts", "services/cold-start"],
  ["sqs message was delivered twice", "services/idempotency"],
  ["should I batch writes, and how long shall I linger", "many/call"],
  ["one pod returns errors at once and gets most of the traffic", "services/graph"],
  ["one percent packet loss and the download is slow", "tcp/transfer"],
  ["http/2 head of line blocking", "today/open-loop"],
  ["tls handshake adds how much", "tcp/transfer"],
  ["utilization 90 percent and latency explodes", "services/graph"],
];

/** The run that the first finding opens: that of a question, or an experiment’s own. */
function firstRun(typed: string): AnsweringRun | null {
  const [first] = find(typed, ENTRIES);
  const question = QUESTIONS.find(({ asked }) => first?.kind === "question" && asked === first.title);
  if (question !== undefined) return itemAt(question.runs, 0, "run");
  const experiment = /^#\/bench\/([\w-]+\/[\w-]+)$/.exec(first?.href ?? "")?.[1];
  return experiment === undefined ? null : { says: "", experiment, set: {}, shows: {} };
}

it("24 questions lead first to a run that answers", () => {
  const found = ASKED.map(([typed]) => {
    const run = firstRun(typed);
    if (run === null) return `${typed} -> nothing`;
    const { experiment, set, faults = [], shows } = run;
    const { measures } = runOf(experiment, { set, faults, keep: { calls: 1 } });
    for (const name of Object.keys(shows)) expect(measures[name]?.value, `${typed}: ${name}`).not.toBeNull();
    return `${typed} -> ${experiment}`;
  });
  expect(found).toEqual(ASKED.map(([typed, experiment]) => `${typed} -> ${experiment}`));
});
