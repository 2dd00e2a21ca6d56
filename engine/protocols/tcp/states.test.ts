/** Holds the state machine that the reference draws to what the step function does. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { MACHINES } from "./states.ts";
import { tcpEnd } from "./tcp.ts";
import type { Segment, TcpEffect, TcpInput, TcpState } from "./tcp-state.ts";

const END = tcpEnd({
  segmentBytes: 100,
  windowBytes: 300,
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 3,
  lingers: seconds(60),
  keepAlive: { after: seconds(10), apart: millis(10), every: seconds(1), limit: 3 },
});

interface Drawn {
  readonly what: number;
  readonly ahead: number;
  readonly wait: number;
}

const drive = fc.array(
  fc.record({ what: fc.nat(46), ahead: fc.nat(3), wait: fc.constantFrom(0, 0, 50, 300, 20_000, 61_000) }),
  {
    minLength: 20,
    maxLength: 80,
  },
);

const OPENINGS: readonly TcpInput[] = [
  { tag: "connect" },
  { tag: "asked to open" },
  { tag: "opened before", by: "this end" },
];

function segmentOf({ received, acknowledged, sent, peerFinishAt }: TcpState, { what, ahead }: Drawn): Segment {
  const control = what === 0 ? "reset" : what === 1 ? "open" : what < 6 ? "accept" : what < 9 ? "finish" : "none";
  if (control === "finish" || (control === "none" && peerFinishAt < Infinity)) {
    // What the other end has finished stays as it is: FIN has one place, and nothing comes behind it.
    const sequence = peerFinishAt < Infinity ? peerFinishAt : received;
    return { control, sequence, length: control === "finish" ? 1 : 0, acknowledgement: sent };
  }
  const length = control === "none" && what % 2 === 0 ? 50 : 0;
  const sequence = Math.max(0, received + (ahead - 1) * 50);
  return { control, sequence, length, acknowledgement: what % 3 === 0 ? acknowledged : sent };
}

function inputOf(state: TcpState, drawn: Drawn): TcpInput {
  if (state.tag === "closed") return OPENINGS[drawn.ahead % OPENINGS.length] ?? { tag: "connect" };
  if (drawn.what < 22) return { tag: "segment", segment: segmentOf(state, drawn) };
  if (drawn.what < 28 && state.finishAt === Infinity) return { tag: "write", bytes: 150 };
  if (drawn.what > 43) return { tag: "close" };
  return drawn.what === 40 ? { tag: "abort" } : { tag: "tick" };
}

const wordOf = (effect: TcpEffect): string => (effect.tag === "send" ? `send ${effect.what}` : effect.tag);

it.each(MACHINES)("$title: lists all that the step function does, which does all that is listed", (machine) => {
  const seen: Ways = new Map();
  const run = (steps: readonly Drawn[]): void => {
    let state = END.start();
    let now = 0;
    for (const drawn of steps) {
      now += millis(drawn.wait);
      state = stepNoted(seen, END, { state, input: inputOf(state, drawn), now, wordOf });
    }
  };
  fc.assert(fc.property(drive, run), { numRuns: 1000, seed: 1 });
  expect(inLines(seen)).toEqual(inLines(listedWays(machine)));
});
