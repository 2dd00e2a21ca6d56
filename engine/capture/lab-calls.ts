/**
 * Calls of the lab’s own systems, by the formats of wire/: a message is one packet or several, and each may come again
 * by itself.
 */
import type { CallPacket, SystemPacket } from "../wire/layer.ts";
import type { Call, Half, Reply, Sighting } from "./call.ts";
import { sumOf, type Body, type Calls, type NewCall } from "./calls.ts";

const HASH = 0x01000193; // FNV-1a
const LOW = 2 ** 32;
const HIGH = 2 ** 20;

/** One number for several: two sums of 52 bits together, which no call shares with another by chance. */
function keyOf(numbers: readonly number[]): number {
  let [low, high] = [0x811c9dc5, numbers.length];
  for (const number of numbers) {
    low = Math.imul(low ^ number, HASH) >>> 0;
    high = (Math.imul(high ^ number, 0x85ebca6b) + low) >>> 0;
  }
  return (high % HIGH) * LOW + low;
}

/** Packets of the message that is under way, by their places. */
type Places = Set<number>;
interface Begun {
  request: Places;
  reply: Places;
}

/** The packets of systems whose calls are matched here. */
export class LabCalls {
  private readonly calls: Calls;
  private readonly begun = new WeakMap<Call, Begun>();

  constructor(calls: Calls) {
    this.calls = calls;
  }

  /** Takes a packet in. */
  take(half: Half, system: string, part: CallPacket, body: Body, seen: Sighting, isBroadcast: boolean): void {
    const key = keyOf(part.identity);
    if (part.role === "request") return this.request(half, system, part, key, body, seen, isBroadcast);
    if (part.role === "more") {
      const own = half.calls.get(key)?.at(-1);
      if (own !== undefined) return this.further(own.sends, this.placesOf(own).request, part.place, seen);
    }
    const call = this.calls.callOf(half, key, "lab", seen.timeNs);
    if (part.role === "busy") {
      if (call !== null) call.busy += 1;
    } else this.reply(half, part, key, body, seen, call);
  }

  private placesOf(call: Call): Begun {
    let places = this.begun.get(call);
    if (places === undefined) {
      places = { request: new Set(), reply: new Set() };
      this.begun.set(call, places);
    }
    return places;
  }

  private request(
    half: Half,
    system: string,
    part: CallPacket,
    key: number,
    body: Body,
    seen: Sighting,
    isBroadcast: boolean,
  ): void {
    const known = half.calls.get(key)?.findLast(({ family, sends }) => family === "lab" && sends.length > 0);
    if (known !== undefined) return this.further(known.sends, this.placesOf(known).request, part.place, seen);
    const { call, procedure, place } = part;
    const made: NewCall = {
      ...{ family: "lab", key, xid: call, program: null, version: null, procedure, programName: system },
      procedureName: procedure === null ? part.kind : `procedure ${procedure}`,
      ...{ isCallback: false, credentials: null, sum: sumOf(body) },
      about: { object: null, handle: null, operations: null },
    };
    this.calls.call(half, made, seen, isBroadcast);
    const begun = half.calls.get(key)?.at(-1);
    if (begun !== undefined) this.placesOf(begun).request.add(place);
  }

  /** A packet of a message that has begun: a further one, or one that comes again, which begins another sending. */
  private further(all: Sighting[], places: Places, place: number, seen: Sighting): void {
    const last = all.at(-1);
    if (last === undefined || places.has(place)) {
      if (all.length < MOST_SIGHTINGS) all.push(seen);
      places.clear();
    } else all[all.length - 1] = grown(last, seen);
    places.add(place);
  }

  private reply(half: Half, part: CallPacket, key: number, body: Body, seen: Sighting, call: Call | null): void {
    const reply: Reply = {
      ...seen,
      status: "SUCCESS",
      isAccepted: true,
      result: part.isFailed ? part.kind : null,
      isFailed: part.isFailed,
      operations: null,
      sum: sumOf(body),
      from: half.from.text,
    };
    const last = call?.replies.at(-1);
    if (call === null || last === undefined) this.calls.reply(half, "lab", key, call, reply);
    else {
      const places = this.placesOf(call).reply;
      const { replies } = call;
      // An exception that the caller resumed: the call’s end is the result.
      const isResumed = last.result === "exception" && reply.result === null;
      const isAgain = !isResumed && places.has(part.place);
      if (!isAgain) replies[replies.length - 1] = isResumed ? reply : { ...last, ...grown(last, seen) };
      else if (replies.length < MOST_SIGHTINGS) replies.push(reply);
      if (isAgain || isResumed) places.clear();
    }
    if (call !== null) this.placesOf(call).reply.add(part.place);
  }
}

/** Sendings and replies of one call that are kept. */
const MOST_SIGHTINGS = 256;

const grown = (last: Sighting, { frame, timeNs, bytes, unseen }: Sighting): Sighting => ({
  ...last,
  ...{ frame, timeNs, bytes: last.bytes + bytes, unseen: last.unseen + unseen },
});

/** The name under which packets of a system are counted that are no part of a call’s messages. */
export const besideCalls = ({ system }: Pick<SystemPacket, "system">): string => `${system}, beside its calls`;
