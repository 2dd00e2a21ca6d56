/**
 * The two libraries whose behaviour the machines can take on. What the paper's RPC2 did in 1987 is read from the first
 * state of the library that is preserved (1996; it still calls itself "Version 14.0: Satya, 6 May 1988" and has the
 * retry tables of the manual); "2025" is the library of today, of which there are recordings.
 */
import { micros, millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { Estimate } from "./round-trip.ts";
import { NO_ESTIMATE, retryAfter } from "./round-trip.ts";

/** A program gives these to INIT: the number of retries, and the time for which it believes in a silent peer. */
export interface Timing {
  readonly retries: number; // N
  readonly keepAlive: Nanos; // B
}

/** INIT takes these where the program gives -1 and NULL, as the paper's example does (Appendix II, Fig. 3). */
export const DEFAULT_TIMING: Timing = { retries: 6, keepAlive: seconds(60) };

/** 2025 takes no more. */
const MOST_RETRIES = 15;

export interface Library {
  readonly name: "1987" | "2025";
  readonly protoVersion: number;
  readonly version: string; // the text in INIT1; a server that has another warns and drops the connection
  /** The version of the AES layer that INIT1 names; nothing here uses it. 0: the library has none. */
  readonly aesVersion: number;
  /** A unit of time stamps. */
  readonly stampUnit: Nanos;
  /** A BUSY goes out unasked where the reply has not gone this long after the request; null: only when asked. */
  readonly unaskedBusyAfter: Nanos | null;
  /** A BUSY's stamp counts the time that the request has spent in the server, as a reply's does. */
  readonly stampsBusy: boolean;
  /** An INIT1 that finds no thread waits for one; otherwise it is answered with BUSY and forgotten. */
  readonly holdsBinds: boolean;
  /** A request on a connection that is not enabled yet is answered with BUSY; otherwise dropped. */
  readonly busiesUnenabled: boolean;
  /** A bind ends after B whatever BUSYs come; without it only silence ends it. */
  readonly limitsBinds: boolean;
  /** Learns round-trip times from echoed stamps. */
  readonly measures: boolean;
  /** The connection goes when the client's library turns out to be another; otherwise that is only a warning. */
  readonly dropsOldVersions: boolean;
  /** INIT4 proves the server once more, with XRandom + 2. */
  readonly provesInit4: boolean;
  /** Errors of procedures travel in one numbering for all systems (wire/rpc2-errors.ts); otherwise as they are. */
  readonly translatesErrors: boolean;
  /** The Lamport number of an INIT1 counts. In the recordings it does not. */
  readonly hearsInit1: boolean;
  /**
   * How long to wait for an answer: after send number `index`, from 1, or after a BUSY where it is 0. Null where no
   * further send is allowed: the peer is dead.
   */
  readonly interval: (index: number, timing: Timing, estimate: Estimate, bytes: number) => Nanos | null;
}

/** The shortest interval of 1987, for its slow machines and their 16 ms clocks. */
const FLOOR = millis(300);

/**
 * Retry intervals of 1987: N + 1 of them, each twice the one before, that add up to B; b1 = B / (2^(N+1) - 1). None is
 * shorter than 300 ms, and the last ones are cut, so that the sum is B still. After a BUSY: B.
 */
export function interval1987(index: number, { retries, keepAlive }: Timing): Nanos | null {
  if (index === 0) return keepAlive;
  if (index > retries + 1) return null;
  const shortest = Math.floor(keepAlive / (2 ** (retries + 1) - 1));
  let left = keepAlive;
  for (let i = 1; i <= index; i++) {
    if (left <= 0) return null; // the floor has used it all up
    const isLast = i === retries + 1;
    const wanted = Math.max(shortest * 2 ** (i - 1), FLOOR);
    const given = isLast ? left : Math.min(wanted, left);
    if (i === index) return given;
    left -= given;
  }
  return null;
}

/** How long a server may take over a reply before the client hears of it (2025, "delayed acknowledgement"). */
const DELAYED_ACKNOWLEDGEMENT = millis(100);
const LONGEST = seconds(30);

/**
 * Retry intervals of 2025: the nth is max(v, the estimate of the round trip) + 100 ms, at most 30 s, where v is 0
 * before the first retry, B/4 after the last, and each the half of the next. After a BUSY: B/4 + 100 ms.
 */
export function interval2025(index: number, timing: Timing, estimate: Estimate, bytes: number): Nanos | null {
  const retries = Math.min(timing.retries, MOST_RETRIES);
  if (index > retries + 1) return null;
  const longest = timing.keepAlive / 4;
  const wanted = index === 0 ? longest : index === 1 ? 0 : longest / 2 ** (retries + 1 - index);
  return Math.min(Math.round(Math.max(wanted, retryAfter(estimate, bytes))) + DELAYED_ACKNOWLEDGEMENT, LONGEST);
}

export const LIBRARY_1987: Library = {
  name: "1987",
  protoVersion: 7,
  version: "Version 14.0: Satya, 6 May 1988, 10:00",
  aesVersion: 0,
  stampUnit: millis(10),
  unaskedBusyAfter: null,
  stampsBusy: false,
  holdsBinds: true,
  busiesUnenabled: false,
  limitsBinds: false,
  measures: false,
  dropsOldVersions: false,
  provesInit4: false,
  translatesErrors: false,
  hearsInit1: true,
  interval: interval1987,
};

export const LIBRARY_2025: Library = {
  name: "2025",
  protoVersion: 8,
  version: "Version 15.0: JH, 10 Dec 1998, 12:00",
  aesVersion: 1,
  stampUnit: micros(1),
  unaskedBusyAfter: DELAYED_ACKNOWLEDGEMENT,
  stampsBusy: true,
  holdsBinds: false,
  busiesUnenabled: true,
  limitsBinds: true,
  measures: true,
  dropsOldVersions: true,
  provesInit4: true,
  translatesErrors: true,
  hearsInit1: false,
  interval: interval2025,
};

/** When a request without an answer is sent, counted from its first send, and when its caller gives up. */
export function retrySchedule(library: Library, timing: Timing, bytes = 0): { sends: Nanos[]; givenUp: Nanos } {
  const sends: Nanos[] = [];
  let at: Nanos = 0;
  for (let index = 1; ; index++) {
    const wait = library.interval(index, timing, NO_ESTIMATE, bytes);
    if (wait === null) return { sends, givenUp: at };
    sends.push(at);
    at += wait;
  }
}
