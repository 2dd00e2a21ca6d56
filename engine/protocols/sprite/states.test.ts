/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { SPRITE_KINDS, type SpritePacket } from "../../wire/sprite.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { spriteClient, type ClientInput } from "./client.ts";
import type { SpriteEffect } from "./message.ts";
import { spriteServer, type ServerInput } from "./server.ts";
import { MACHINES } from "./states.ts";

const IDENTITY = { channel: 1, boot: 1 };

interface Drawn {
  readonly what: number;
  readonly kind: SpritePacket["kind"];
  readonly place: number;
  readonly behind: number;
  readonly pleaseAck: boolean;
  readonly fragments: number;
  readonly boot: number;
  readonly peer: number;
}

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    kind: fc.constantFrom(...SPRITE_KINDS),
    place: fc.nat(2),
    behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
    pleaseAck: fc.boolean(),
    fragments: fc.constantFrom(1, 2),
    boot: fc.constantFrom(1, 1, 1, 2),
    peer: fc.constantFrom(1, 1, 1, 1, 2),
  }),
  { minLength: 20, maxLength: 80 },
);

const wordOf = (effect: SpriteEffect): string => (effect.tag === "send" ? `send ${effect.kind}` : effect.tag);

/**
 * A packet of the call or of the one before or after it.
 * @param sent fragments of the message that an acknowledgement is about
 */
function packetOf(drawn: Drawn, call: number, gap: number, sent = drawn.fragments): SpritePacket {
  const { kind, place, behind, pleaseAck, boot, peer } = drawn;
  const fragments = kind === "acknowledgement" ? sent : drawn.fragments;
  const isData = kind === "request" || kind === "reply";
  const mask = isData ? 2 ** Math.min(place, fragments - 1) : place % 2 ** fragments;
  const data = isData ? Uint8Array.of(1) : new Uint8Array(0);
  return { kind, channel: 1, call: Math.max(1, call - behind), boot, peer, gap, fragments, mask, pleaseAck, data };
}

const waysOf = (each: (ways: Ways, steps: readonly Drawn[], gapUs: number) => void): Ways => {
  const ways: Ways = new Map();
  for (const gapUs of [0, 500]) {
    fc.assert(
      fc.property(drive, (steps) => each(ways, steps, gapUs)),
      { numRuns: 500, seed: 1 },
    );
  }
  return ways;
};

const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

it("Sprite client: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf((seen, steps, gapUs) => {
    const machine = spriteClient({ fragmentBytes: 1, gapUs, without: [] });
    let state = machine.start(IDENTITY);
    let [now, call] = [0, 0];
    for (const drawn of steps) {
      now += millis(1);
      const begins: ClientInput = {
        tag: "call",
        call: call + 1,
        data: new Uint8Array(drawn.fragments),
        peer: 1,
        gapUs,
      };
      const sent = state.tag === "idle" ? 1 : state.message.fragments;
      const busy: ClientInput =
        drawn.what < 5 ? { tag: "tick" } : { tag: "packet", packet: packetOf(drawn, call, gapUs, sent) };
      const input = state.tag === "idle" && drawn.what > 1 ? begins : busy;
      if (input.tag === "call") call = input.call;
      state = stepNoted(seen, machine, { state, input, now, wordOf });
    }
  });
  for (const kind of ["reply", "reject"] as const) for (const fragments of [1, 2]) warned(ways, kind, fragments);
  expect(inLines(ways)).toEqual(listed("Sprite client"));
});

/** A call whose server has acknowledged ten probes and more, and then sends such a packet. */
function warned(ways: Ways, kind: "reply" | "reject", fragments: number): void {
  const machine = spriteClient({ fragmentBytes: 1, gapUs: 0, without: [] });
  const packet = { kind, place: 0, behind: 0, pleaseAck: true, fragments, boot: 1, peer: 1 };
  const acknowledged = { ...packetOf({ what: 0, ...packet, kind: "acknowledgement" }, 1, 0), fragments: 1, mask: 1 };
  let state = machine.start(IDENTITY);
  const give = (input: ClientInput): void => {
    state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
  };
  give({ tag: "call", call: 1, data: new Uint8Array(1), peer: 1, gapUs: 0 });
  for (let probes = 0; probes < 11; probes++) {
    give({ tag: "packet", packet: acknowledged });
    give({ tag: "tick" });
  }
  give({ tag: "packet", packet: acknowledged });
  give({ tag: "packet", packet: packetOf({ what: 0, ...packet }, 1, 0) });
}

it("Sprite server: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf((seen, steps, gapUs) => {
    const machine = spriteServer({ fragmentBytes: 1, gapUs, without: [] });
    let state = machine.start(IDENTITY);
    let now = 0;
    for (const drawn of steps) {
      now += millis(1);
      const { client, call } = state;
      const data = new Uint8Array(drawn.fragments);
      const sent = state.tag === "holding" ? state.message.fragments : 1;
      const packet: ServerInput = { tag: "packet", packet: packetOf(drawn, call, gapUs, sent) };
      const input: ServerInput =
        drawn.what === 0 ? { tag: "tick" } : drawn.what < 3 ? { tag: "done", client, call, data } : packet;
      state = stepNoted(seen, machine, { state, input, now, wordOf });
    }
  });
  expect(inLines(ways)).toEqual(listed("Sprite server"));
});

it("a channel has one call at a time", () => {
  const machine = spriteClient({ fragmentBytes: 1, gapUs: 0, without: [] });
  const call = { tag: "call", call: 1, data: new Uint8Array(1), peer: 1, gapUs: 0 } as const;
  const [busy] = machine.step(machine.start(IDENTITY), call, 0);
  expect(() => machine.step(busy, { ...call, call: 2 }, 1)).toThrow("channel 1 has a call");
});
