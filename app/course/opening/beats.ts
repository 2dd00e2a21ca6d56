/** The five beats of the story: sentence, moment and axis of each. The place in the story is a number from 0 to 4. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import type { Tale } from "./tale.ts";

export const SENTENCES = [
  "Mina’s program asks another machine to book the last seat for Omar.",
  "The network loses the call.",
  "The caller waits, and nothing tells it why.",
  "Its timer runs out, and the call goes out again.",
  "The answer comes back: Omar has one seat.",
] as const;

export const LAST = SENTENCES.length - 1;

/** What the reader can do in each beat. */
export const YOURS: readonly string[] = [
  "Yours to drag: the packet. On the ground it is lost.",
  "Yours to drag: the lost packet, back into the air.",
  "Yours to drag: the lost packet, back into the air.",
  "Yours to drag: both call packets.",
  "Yours to drag: every packet, and the end of the booking.",
];

/** The moment that the figure shows, and the moment at which its axis ends, in nanoseconds. */
export interface BeatView {
  readonly now: number;
  readonly until: number;
}

/** Room behind the last moment of an axis, as a share of it. */
const ROOM = 1.06;
const PACKET_SHARE = 0.45; // of its way: the first picture has the packet in the air
const WAIT_SHARE = 0.8; // of the timer: the ring is nearly empty

/** An axis that fits a run with all that it has. */
export const whole = (tale: Tale): number => tale.end * ROOM;

interface Story {
  /** Without a loss. */
  readonly unharmed: Tale;
  readonly lost: Tale;
}

/** What each beat shows at rest. */
export function viewsOf({ unharmed, lost }: Story): readonly BeatView[] {
  const [first, again] = [itemAt(lost.flights, 0, "packet"), itemAt(lost.flights, 1, "packet")];
  const timer = itemAt(lost.timers, 0, "timer");
  const near = whole(unharmed);
  const at = (from: number, to: number, share: number): number => from + (to - from) * share;
  return [
    { now: at(first.from, first.to, PACKET_SHARE), until: near },
    { now: at(first.to, near, 0.1), until: near },
    { now: at(timer.from, timer.due, WAIT_SHARE), until: timer.due * 1.04 },
    { now: at(again.from, again.to, 0.5), until: at(again.to, lost.end, 0.3) },
    { now: lost.end, until: whole(lost) },
  ];
}

export const smooth = (share: number): number => share * share * (3 - 2 * share);

/** From this share of the way to the next beat on, the figure has the next beat’s sentence. */
const TURN = 0.3;

/** The beat whose sentence stands at a place of the story. */
export const beatAt = (place: number): number => Math.min(LAST, Math.floor(place + 1 - TURN));

/** Before this place the packet flies as if nothing would happen to it. */
const LOSS = 0.02;
export const isLostAt = (place: number): boolean => place > LOSS;

/** What the figure shows at a place of the story: time runs with the page, the axis stretches smoothly. */
export function viewAt(views: readonly BeatView[], place: number): BeatView {
  const i = Math.min(LAST - 1, Math.floor(place));
  const [from, to] = [itemAt(views, i, "beat"), itemAt(views, i + 1, "beat")];
  const share = place - i;
  return {
    now: from.now + (to.now - from.now) * share,
    until: from.until + (to.until - from.until) * smooth(share),
  };
}
