/**
 * A run as a trace of services in OTLP JSON: a trace for each call. The client's span lasts as long as the call; each
 * request has a span where it is sent, from its departure to the arrival of the reply, and one where it is served, from
 * its arrival to the departure of the reply, as services that trace themselves record them.
 */
import { roleOf } from "../../faults/fault.ts";
import { causeOf, entryOf, fateOf, itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { tally } from "../../kernel/tally.ts";
import { NO_REF, packetRef, refRow, refTable } from "../../kernel/trace-data.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { factsOf, trackOf, type Exported } from "./facts.ts";

/** Runs begin at 0; a time of 0 is none in OTLP. Midnight of 1 January 2000, UTC, in ns. */
const EPOCH = 946_684_800_000_000_000n;

/** Kinds of spans by OTLP’s numbers. */
const [SERVER, CLIENT] = [2, 3];
const FAILED = 2; // status code

interface Made {
  readonly machine: string;
  readonly call: number;
  readonly id: number;
  readonly parent: number | null;
  readonly name: string;
  readonly kind: number;
  readonly from: number;
  readonly to: number | null; // null where no reply came
  readonly bytes: number | null;
  readonly isFailed: boolean;
}

/** Requests and replies of a run, and which row led to which. */
class Messages {
  readonly trace: TraceData;
  readonly requests: readonly number[]; // rows of packets
  /** The reply to each request that has one. */
  readonly replies = new Map<number, number>();

  constructor(trace: TraceData) {
    this.trace = trace;
    const rows = Array.from({ length: trace.packets.count }, (_, row) => row).filter((row) => this.callOf(row) > 0);
    this.requests = rows.filter((row) => this.role(row) === "request");
    for (const row of rows) {
      if (this.role(row) !== "reply") continue;
      const [server, client] = [this.from(row), this.to(row)];
      const asked = this.before(row, (one) => this.from(one) === client && this.to(one) === server);
      if (asked !== null && !this.replies.has(asked)) this.replies.set(asked, row);
    }
  }

  from = (row: number): string => trackOf(this.trace, numberAt(this.trace.packets.from, row)).machine;
  to = (row: number): string => trackOf(this.trace, numberAt(this.trace.packets.to, row)).machine;
  callOf = (row: number): number => numberAt(this.trace.packets.call, row);
  isDelivered = (row: number): boolean => fateOf(this.trace, row) === "delivered";

  /** The request that its sender was serving when it sent this one; null for one of the client. */
  servedBy = (row: number): number | null => this.before(row, (one) => this.to(one) === this.from(row));

  private role = (row: number) =>
    roleOf(itemAt(this.trace.packetKinds, numberAt(this.trace.packets.kind, row), "packet kind"));

  /** The last request before a packet, along its causes, for which something holds. */
  private before(row: number, holds: (request: number) => boolean): number | null {
    for (let ref = causeOf(this.trace, packetRef(row)); ref !== NO_REF; ref = causeOf(this.trace, ref)) {
      if (refTable(ref) !== "packet" || this.role(refRow(ref)) !== "request") continue;
      if (holds(refRow(ref))) return refRow(ref);
    }
    return null;
  }
}

/** "front" of "front1" where there is a front2 as well: machines that differ by their numbers are one service. */
function servicesOf(trace: TraceData): ReadonlyMap<string, string> {
  const machines = [...new Set(trace.tracks.map(({ machine }) => machine))];
  const stem = (machine: string): string => machine.replace(/\d+$/, "");
  const counts = new Map<string, number>();
  for (const machine of machines) tally(counts, stem(machine));
  return new Map(machines.map((one) => [one, entryOf(counts, stem(one), "name of machines") > 1 ? stem(one) : one]));
}

function spansOf(trace: TraceData, services: ReadonlyMap<string, string>): readonly Made[] {
  const messages = new Messages(trace);
  const { packets, calls } = trace;
  const sizes = (rows: readonly number[]): number | null =>
    rows.every((row) => numberAt(packets.frameLength, row) > 0)
      ? rows.reduce((sum, row) => sum + numberAt(packets.bytes, row), 0)
      : null;
  const spans: Made[] = [];
  const serving = new Map<number, number>(); // the server's span of each request
  const roots = new Map<number, number>(); // the client's span of each call
  for (const row of messages.requests) {
    const call = messages.callOf(row);
    const [client, server] = [messages.from(row), messages.to(row)];
    const above = messages.servedBy(row);
    if (above === null && !roots.has(call)) {
      const outcome = outcomeOf(trace, call - 1);
      roots.set(call, spans.length);
      spans.push({
        ...{ machine: client, call, id: spans.length, parent: null, name: "call", kind: CLIENT, bytes: null },
        from: timeAt(calls.start, call - 1),
        to: outcome === "pending" ? null : timeAt(calls.end, call - 1),
        isFailed: outcome !== "returned",
      });
    }
    const reply = messages.replies.get(row) ?? null;
    const bytes = sizes(reply === null ? [row] : [row, reply]);
    const parent = above === null ? roots.get(call) : serving.get(above);
    const sent = spans.length;
    const hasReply = reply !== null && messages.isDelivered(reply);
    spans.push({
      ...{
        machine: client,
        call,
        id: sent,
        parent: parent ?? null,
        name: `ask ${services.get(server) ?? server}`,
        kind: CLIENT,
        bytes,
      },
      from: timeAt(packets.departs, row),
      to: hasReply ? timeAt(packets.arrives, reply) : null,
      isFailed: !hasReply,
    });
    if (!messages.isDelivered(row)) continue;
    serving.set(row, spans.length);
    spans.push({
      ...{ machine: server, call, id: spans.length, parent: sent, name: "serve", kind: SERVER, bytes },
      from: timeAt(packets.arrives, row),
      to: reply === null ? null : timeAt(packets.departs, reply),
      isFailed: reply === null,
    });
  }
  return spans;
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");
const nanos = (time: number): string => String(EPOCH + BigInt(time));
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });

function written({ call, id, parent, name, kind, from, to, bytes, isFailed }: Made) {
  return {
    traceId: hex(call, 32),
    spanId: hex(id + 1, 16),
    ...(parent === null ? {} : { parentSpanId: hex(parent + 1, 16) }),
    ...{ name, kind, startTimeUnixNano: nanos(from) },
    ...(to === null ? {} : { endTimeUnixNano: nanos(to) }),
    ...(bytes === null ? {} : { attributes: [{ key: "rpc.message.size", value: { intValue: String(bytes) } }] }),
    ...(isFailed ? { status: { code: FAILED } } : {}),
  };
}

/** Of a run that keeps some calls: those. Spans without an end are requests that no reply came to. */
export function toOtlp(exported: Exported): string {
  const { trace } = exported;
  const services = servicesOf(trace);
  const spans = spansOf(trace, services);
  const machines = [...new Set(spans.map(({ machine }) => machine))];
  const facts = factsOf(exported).map(({ name, value }) => text(`roundtrip.${name.replaceAll(" ", ".")}`, value));
  const resources = machines.map((machine) => {
    const names = [text("service.name", services.get(machine) ?? machine), text("service.instance.id", machine)];
    const own = spans.filter((span) => span.machine === machine);
    const lines = own.map((span) => JSON.stringify(written(span))).join(",\n");
    return (
      `{"resource":{"attributes":${JSON.stringify([...names, ...facts])}},` +
      `"scopeSpans":[{"scope":{"name":"roundtrip"},"spans":[\n${lines}\n]}]}`
    );
  });
  return `{"resourceSpans":[\n${resources.join(",\n")}\n]}\n`;
}
