/** Which runs answer the published numbers of TCP, and with which settings. */
import { TRANSFER } from "../../wire/today-transfer.ts";
import type { Answer, Ask } from "../types.ts";
import type { INCAST_PARAMS, IncastMeasure, IncastValues } from "./params.ts";
import type { TRANSFER_PARAMS, TransferMeasure, TransferValues } from "./params.ts";

type TransferAnswer = Answer<typeof TRANSFER_PARAMS, TransferMeasure>;
type IncastAnswer = Answer<typeof INCAST_PARAMS, IncastMeasure>;

const cell = (id: string) => ({
  ...{ table: "tcp", column: "value", keys: ["id"], only: { id }, set: {} },
  kind: "predicted" as const,
});

/** A path whose bytes take no time, and lose nothing. */
const FREE = { lossShare: 0, mbps: 100_000 } as const;

const answers = (
  id: string,
  measure: TransferMeasure,
  fixed: Partial<TransferValues>,
  rest: Pick<TransferAnswer, "faults" | "scale" | "compute" | "note"> = {},
): TransferAnswer => ({ ...cell(id), measure, fixed: { ...FREE, ...fixed }, ...rest });

const LOCAL: Partial<TransferValues> = { rttMs: 0.01, tailProbe: "off" };
const GONE = { faults: ["crash server at 0ms"] };
const KEPT: Partial<TransferValues> = { lossShare: 0, mbps: 100, keepAlive: "on", serverMs: 10_000_000, bytes: 100 };

/** Chapter 2 of High Performance Browser Networking; 21,000 bytes are its 15 segments. */
const PAGE: Partial<TransferValues> = { rttMs: 56, initialWindow: 4, bytes: 21_000, serverMs: 40 };

const TRIP_MS = 100;
const RECEIVER: Partial<TransferValues> = { rttMs: TRIP_MS, bufferKB: 100_000 };
const WINDOW = 11 * 1460;
const WHOLE = "d06: whole segments alone fit into a window, so 11 of 1,460 bytes in place of 11.2";

/** Bits that a second transfer brings more, by the time that it takes more: slow start counts in neither. */
const steady =
  (few: number, more: number) =>
  (ask: Ask<typeof TRANSFER_PARAMS>): number | null => {
    const [short, long] = [ask({ bytes: few }), ask({ bytes: few + more })];
    return short === null || long === null ? null : (8 * more) / (1000 * (long - short));
  };

const EVEN: Partial<TransferValues> = {
  ...{ congestion: "reno", losses: "periodic", lossShare: 0.01, delayedAckMs: 0 },
  ...{ rttMs: TRIP_MS, bufferKB: 100_000, bytes: 5_000_000 },
};
const ROOT = Math.sqrt(0.01);
const REPAIR =
  "d10 to d14: while a loss is repaired a window does not grow for a round trip, and CUBIC makes room for others " +
  "(RFC 9438, section 4.7) though there are none. The closed forms leave out both";

/** The first packet is lost, too, and the receiver’s window limits slow start: the way to the cycles is short. */
const RARE: Partial<TransferValues> = { ...EVEN, lossShare: 0.0001, windowKB: 272, bytes: 50_000_000 };

const SPLIT: Partial<TransferValues> = { lossShare: 0, mbps: 100, writes: "2", nagle: "on", bytes: 100 };
const DELAYED: Partial<TransferValues> = { ...SPLIT, rttMs: 200.5, calls: 3 };

/** What a call with losses takes beside a round trip: its request’s way there, and its answer’s way back. */
const besideTrip = (ask: Ask<typeof TRANSFER_PARAMS>): number | null => {
  const took = ask({});
  return took === null ? null : took - TRIP_MS;
};
/** A reply that fills so many segments. */
const filling = (segments: number): number => segments * 1460 - TRANSFER.header.bytes;

const ONE: Partial<TransferValues> = { rttMs: TRIP_MS, bytes: 100 };
const ALONE: Partial<TransferValues> = { rttMs: TRIP_MS, bytes: filling(1), calls: 2 };
const FOUR: Partial<TransferValues> = { rttMs: TRIP_MS, bytes: 4 * 1460 };
const FIRST = { faults: ["drop reply#1"] };
const TWICE = { faults: ["drop reply#1", "drop reply#1 send 2"] };

export const TRANSFER_ANSWERS: readonly TransferAnswer[] = [
  answers("d01", "totalMs", LOCAL, { ...GONE, scale: 0.001 }),
  answers("d51", "totalMs", { ...LOCAL, retries: 5 }, { ...GONE, scale: 0.001 }),
  answers("d02", "totalMs", KEPT, { faults: ["crash server at 1s"], scale: 0.001 }),
  answers("d04", "p50Ms", { ...PAGE, setup: "tcp" }),
  answers("d05", "p50Ms", { ...PAGE, calls: 10 }),
  answers("d06", "totalMs", { ...RECEIVER, windowKB: 16 }, { compute: steady(20 * WINDOW, 50 * WINDOW), note: WHOLE }),
  answers("d07", "requestMs", { setup: "tls-1.2", rttMs: 56, bytes: 1000 }),
  answers("d08-request", "requestMs", { setup: "tls-1.3", rttMs: TRIP_MS, bytes: 1000 }),
  answers("d08-answer", "p50Ms", { setup: "tls-1.3", rttMs: TRIP_MS, bytes: 1000 }),
  answers("d10", "meanWindow", EVEN, { note: REPAIR }),
  answers("d11", "meanWindow", RARE, FIRST),
  answers("d12", "meanWindow", { ...RARE, congestion: "cubic" }, FIRST),
  answers("d13", "meanWindow", { ...RARE, congestion: "cubic", rttMs: 10 }, FIRST),
  answers("d14", "meanWindow", EVEN, { scale: ROOT }),
  answers(
    ...(["d15", "meanWindow"] as const),
    { ...EVEN, growsBy: "acknowledgements", quickAcks: 0, delayedAckMs: 40 },
    { scale: ROOT },
  ),
  answers("d39", "p50Ms", { ...SPLIT, rttMs: 0.1, calls: 60 }),
  answers("d41", "endWindow", { rttMs: TRIP_MS, delayedAckMs: 0, bytes: filling(30) }),
  answers("d42", "endWindow", { rttMs: TRIP_MS, quickAcks: 0, bytes: filling(9), calls: 2 }),
  answers("d44-again", "p50Ms", FOUR, { ...FIRST, compute: besideTrip }),
  answers("d44-all", "p50Ms", FOUR, {
    ...FIRST,
    note: "d44: a call begins half a round trip before its answer, and ends half of one before it is acknowledged",
  }),
  answers("d46-probe", "p50Ms", ONE, { faults: ["drop call#1"], compute: besideTrip }),
  answers("d46-again", "p50Ms", ONE, { faults: ["drop call#1", "drop call#1 send 2"], compute: besideTrip }),
  answers("d46-window", "endWindow", ALONE, TWICE),
  answers("d46-threshold", "endThreshold", ALONE, TWICE),
  answers(...(["d49", "totalMs", { ...RECEIVER, windowKB: 4096 }] as const), {
    compute: steady(10_000_000, 8_388_608),
    note: "d49: a MB of 1,048,576 bytes; with a million it is 320",
  }),
  answers("d50-on", "partsMs", DELAYED),
  answers(...(["d50-off", "partsMs", { ...DELAYED, nagle: "off" }] as const), {
    note: "d50: machines take no time for packets here; what is left is the first part’s time on the wire",
  }),
];

/** Senders of 2008: Reno, a first window of three, no probe; and so many blocks that one time-out is not all. */
const OF_2008: Partial<IncastValues> = {
  ...{ congestion: "reno", initialWindow: 3, growsBy: "acknowledgements", tailProbe: "off", calls: 12 },
};
const STEPS: readonly number[] = [2, 3, 4, 6, 8, 10, 12, 16];

type AskIncast = Ask<typeof INCAST_PARAMS>;

/** The fewest servers whose goodput is below half of that of one. */
function fall(ask: AskIncast, portKB: number): number | null {
  const one = ask({ servers: 1, portKB });
  if (one === null) return null;
  return STEPS.find((servers) => (ask({ servers, portKB }) ?? one) < one / 2) ?? null;
}

const quotient = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one / other;

const TAILS =
  "d16, d17: the fewest servers below half of one. The source does not say the receiver’s window. With Linux’s of " +
  "today two servers fill the port, and one block of six waits for a timer, since the last segment of a server is " +
  "lost; with one of 29 KiB four servers take all of the link, and eight a ninth of it";

const incastAnswers = (id: string, compute: IncastAnswer["compute"], note?: string): IncastAnswer => ({
  ...cell(id),
  measure: "goodputMbps",
  fixed: OF_2008,
  ...(compute === undefined ? {} : { compute }),
  ...(note === undefined ? {} : { note }),
});

export const INCAST_ANSWERS: readonly IncastAnswer[] = [
  incastAnswers("d16-onset", (ask) => fall(ask, 64), TAILS),
  incastAnswers("d16-depth", (ask) => quotient(ask({ servers: 1 }), ask({ servers: 8 }))),
  incastAnswers("d17", (ask) => quotient(fall(ask, 128), fall(ask, 64)), TAILS),
];
