/**
 * Zipkin v2. Client and server may share one id: the server's half becomes a span of its own, `ID shared`, the child of
 * the client's. Parts of one span that came one by one are put together.
 */
import { gather, listUnder } from "../kernel/tally.ts";
import { bytesIn, fieldOf, objectField, textField } from "./fields.ts";
import type { JsonObject } from "./json.ts";
import { nanosOf } from "./number.ts";
import type { Span, SpanKind } from "./span.ts";

export const isZipkinSpan = (object: JsonObject): boolean =>
  object.fields.has("traceId") && object.fields.has("id") && !object.fields.has("spanId");

interface Endpoint {
  readonly parts: readonly [service: string, ...others: string[]]; // addresses, port; "" where the file does not say
}

interface Half {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly kinds: Set<string>;
  readonly isShared: boolean;
  readonly at: Endpoint;
  name: string;
  start: bigint | null;
  duration: bigint | null;
  isError: boolean;
  bytes: number | null;
}

function endpointOf(span: JsonObject): Endpoint {
  const at = objectField(span, "localEndpoint");
  const part = (name: string): string => (at === null ? "" : textField(at, name).toLowerCase());
  return { parts: [part("serviceName"), ...["ipv4", "ipv6", "port"].map(part)] };
}

/** What one does not say, the other may. */
const agree = (one: Endpoint, other: Endpoint): boolean =>
  one.parts.every((part, i) => part === "" || other.parts[i] === "" || part === other.parts[i]);

function halfOf(span: JsonObject): Half {
  const tags = [...(objectField(span, "tags")?.fields ?? [])];
  return {
    trace: textField(span, "traceId").toLowerCase(),
    id: textField(span, "id").toLowerCase(),
    parent: textField(span, "parentId").toLowerCase(),
    kinds: new Set([textField(span, "kind").toUpperCase()]),
    isShared: fieldOf(span, "shared") === true,
    at: endpointOf(span),
    name: textField(span, "name"),
    start: nanosOf(fieldOf(span, "timestamp"), 3) ?? null,
    duration: nanosOf(fieldOf(span, "duration"), 3) ?? null,
    isError: tags.some(([name]) => name === "error"),
    bytes: bytesIn(tags),
  };
}

/** Adds a part of the same span: the earliest start, the longest duration. */
function merge(into: Half, part: Half): void {
  for (const kind of part.kinds) into.kinds.add(kind);
  if (into.name === "") into.name = part.name;
  if (part.start !== null && (into.start === null || part.start < into.start)) into.start = part.start;
  if (part.duration !== null && (into.duration === null || part.duration > into.duration))
    into.duration = part.duration;
  into.isError ||= part.isError;
  into.bytes ??= part.bytes;
}

/** Parts with the same id, put together, by trace and id. */
function halvesOf(parts: readonly Half[]): Map<string, Half[]> {
  const byId = new Map<string, Half[]>();
  for (const part of parts) {
    const key = JSON.stringify([part.trace, part.id]);
    const known = gather(byId, key);
    const same = known.find((one) => one.isShared === part.isShared && areParts(one, part));
    if (same === undefined) known.push(part);
    else merge(same, part);
  }
  return byId;
}

/** A client's and a server's half are two, even on one host. */
function areParts(one: Half, other: Half): boolean {
  const kinds = new Set([...one.kinds, ...other.kinds]);
  return agree(one.at, other.at) && !(kinds.has("CLIENT") && kinds.has("SERVER"));
}

const SERVER_WITH_CLIENT = "SERVER";

/** The halves of one id: the client's with the key `id`, servers that share it with `id shared`, `id shared 2`. */
function keyed(halves: readonly Half[]): readonly { readonly half: Half; readonly key: string }[] {
  const isServer = ({ kinds, isShared }: Half): boolean => isShared || kinds.has(SERVER_WITH_CLIENT);
  const client = halves.find((half) => !half.isShared && half.kinds.has("CLIENT")) ?? halves.find((h) => !isServer(h));
  if (client === undefined) return halves.map((half) => ({ half, key: half.id }));
  let servers = 0;
  return halves.map((half) => {
    if (half === client || !isServer(half)) return { half, key: half.id };
    servers++;
    return { half, key: servers === 1 ? `${half.id} shared` : `${half.id} shared ${servers}` };
  });
}

/** The spans of all objects of a file; those that are cut are left out. */
export function zipkinSpans(objects: readonly JsonObject[]): Span[] {
  const parts = objects.filter(({ isWhole }) => isWhole).map(halfOf);
  const named = new Map([...halvesOf(parts)].map(([key, halves]) => [key, keyed(halves)] as const));
  const keyOf = new Map([...named.values()].flat().map(({ half, key }) => [half, key] as const));
  const parentKey = (half: Half, key: string): string | null => {
    if (key !== half.id) return half.id; // the client's half of the same call
    if (half.parent === "") return null;
    const above = listUnder(named, JSON.stringify([half.trace, half.parent]));
    const server = above.find((one) => one.key !== one.half.id && agree(one.half.at, half.at));
    return server?.key ?? half.parent;
  };
  return parts.flatMap((half) => {
    const key = keyOf.get(half); // a part that was added to another has none
    return key === undefined ? [] : [spanOf(half, key, parentKey(half, key))];
  });
}

function spanOf(half: Half, key: string, parentKey: string | null): Span {
  const { trace, start, duration } = half;
  return {
    trace,
    traceKey: trace,
    id: key,
    key,
    parentKey,
    name: half.name,
    service: half.at.parts[0],
    kind: kindOf(half),
    start,
    end: start === null || duration === null ? null : start + duration,
    isError: half.isError,
    bytes: half.bytes,
  };
}

function kindOf({ kinds }: Half): SpanKind {
  if (kinds.has("CLIENT")) return "client";
  if (kinds.has("SERVER")) return "server";
  if (kinds.has("PRODUCER")) return "producer";
  return kinds.has("CONSUMER") ? "consumer" : "unknown";
}
