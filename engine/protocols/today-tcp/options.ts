/** What may be set of TCP of today, and what Linux has. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Congestion } from "./congestion.ts";
import type { TimeoutOptions } from "./round-trip.ts";

/** The rules at the head of flow.ts say what each is for. */
export interface TodayFlow extends TimeoutOptions {
  readonly congestion: Congestion;
  readonly initialWindow: number;
  /** Rule 1; or by one segment at most for each acknowledgement, as before RFC 3465. */
  readonly growsBy: "segments" | "acknowledgements";
  readonly sack: boolean;
  readonly tailProbe: boolean;
  readonly hyStart: boolean;
  readonly delayedAck: Nanos;
  readonly quickAcks: number;
  /** Rule 10. */
  readonly restarts: boolean;
  /** Infinity: none. */
  readonly userTimeout: Nanos;
  /** The round trip that connections have measured which were open before the run; null: none. */
  readonly known: Nanos | null;
}

/** Linux: 200 ms at least, 120 s at most, 1 s before a round trip was measured (include/net/tcp.h). */
export const LINUX_TIMEOUTS: TimeoutOptions = { minRto: millis(200), maxRto: millis(120_000), firstRto: millis(1000) };
