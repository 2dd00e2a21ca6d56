/** Who is slow: the server, the network, or the client? */
import { groupedBy } from "../../kernel/tally.ts";
import { present } from "../../kernel/items.ts";
import type { Call } from "../call.ts";
import { milliseconds } from "../outline.ts";
import { partsOf, type Parts } from "./parts.ts";
import { called, framesOf, inMs, quantile, total, type Answer, type Finding, type Recorded, some } from "./recorded.ts";

/** Calls that are shown as evidence. */
const SHOWN = 5;
/** A client that waits longer before its next call waits for a person, or for nothing. */
const THINKING_NS = 1e9;
const MOST_GROUPS = 20;

/** From each reply to the same client’s next call, where it had no other one under way. */
function betweenNs(calls: readonly Call[]): number {
  let sum = 0;
  for (const own of groupedBy(calls, ({ half }) => half).values()) {
    for (const [i, call] of own.entries()) {
      const reply = call.replies[0];
      const next = own[i + 1]?.sends[0];
      if (reply === undefined || next === undefined) continue;
      const pause = next.firstNs - reply.timeNs;
      if (pause > 0 && pause < THINKING_NS) sum += pause;
    }
  }
  return sum;
}

function groups(parts: readonly Parts[], name: (call: Call) => string | null): readonly object[] {
  const named = [...groupedBy(parts, ({ call }) => name(call))].filter(([key]) => key !== null);
  const rows = named.map(([key, own]) => ({
    name: key,
    calls: own.length,
    sumMs: milliseconds(total(own.map(({ tookNs }) => tookNs))),
    serverMs: milliseconds(total(own.map(({ serverNs }) => serverNs))),
    medianMs: milliseconds(
      quantile(
        own.map(({ tookNs }) => tookNs),
        0.5,
      ),
    ),
    longestMs: milliseconds(own.reduce((most, { tookNs }) => Math.max(most, tookNs), 0)),
  }));
  return rows.toSorted((a, b) => b.sumMs - a.sumMs).slice(0, MOST_GROUPS);
}

const hostOf = (end: string): string => end.slice(0, end.lastIndexOf(":"));

/** How sure the parts are, by where the capture was taken. */
function sureness(parts: readonly Parts[]): readonly string[] {
  const places = [...new Set(parts.map(({ placed }) => `${placed.place}, ${placed.how}`))];
  const said = places.map((place) => `Recorded at: ${place}.`);
  const isFar = parts.some(
    ({ placed, networkNs }) => placed.place !== "server" && placed.place !== "one machine" && networkNs === 0,
  );
  const rest = isFar
    ? ["Where no opening of a connection was recorded, the way to the server and back counts as the server’s time."]
    : [];
  return [...said, "Between a client’s calls, pauses of a second and more count for nobody.", ...rest];
}

export function whoIsSlow(recorded: Recorded): Answer {
  const parts = present(recorded.calls, (call) => partsOf(call, recorded));
  const server = total(parts.map(({ serverNs }) => serverNs));
  const network = total(parts.map(({ networkNs }) => networkNs));
  const timers = total(parts.map(({ timersNs }) => timersNs));
  const clients = betweenNs(recorded.calls);
  const shares = { server, network, client: clients };
  const [slowest] = Object.entries(shares).toSorted((a, b) => b[1] - a[1]);
  const question = "who-is-slow";
  if (parts.length === 0 || slowest === undefined) {
    return { question, verdict: "unknown", text: "No call was answered.", findings: [], assumed: [] };
  }
  const ofPart: Readonly<Record<string, (one: Parts) => number>> = {
    server: ({ serverNs }) => serverNs,
    network: ({ networkNs }) => networkNs,
    client: ({ tookNs }) => tookNs,
  };
  const by = ofPart[slowest[0]] ?? (() => 0);
  const top = parts.toSorted((a, b) => by(b) - by(a)).slice(0, SHOWN);
  const findings: readonly Finding[] = top.map((one) => ({
    text:
      `${called(one.call)}: ${inMs(one.tookNs)}, of them server ${inMs(one.serverNs)}, network ` +
      `${inMs(one.networkNs)}, timers ${inMs(one.timersNs)}.`,
    calls: [one.call.number],
    frames: framesOf(one.call),
    kind: slowest[0],
    ns: by(one),
  }));
  const names = `server ${inMs(server)}, network ${inMs(network)}, clients between their calls ${inMs(clients)}`;
  const text =
    `The ${slowest[0]} takes most of the time: ${names}, in ${some(parts.length, "answered call")}. ` +
    (timers === 0 ? "No timer was waited for." : `Waiting for timers is not counted: ${inMs(timers)}.`);
  const tables = {
    byProcedure: groups(
      parts,
      ({ programName, version, procedureName }) => `${programName} ${version} ${procedureName}`,
    ),
    byHandle: groups(parts, ({ handle }) => handle),
    byServer: groups(parts, ({ server: end }) => hostOf(end)),
    byClient: groups(parts, ({ client }) => hostOf(client)),
  };
  return { question, verdict: slowest[0], text, findings, assumed: sureness(parts), tables };
}
