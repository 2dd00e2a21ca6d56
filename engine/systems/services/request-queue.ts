/**
 * The queue of requests before the workers of a server.
 *
 * Rules
 * 1. First in, first out; or the youngest first, so that those who came in a good moment are served, and the oldest
 *    wait until they are given up.
 * 2. CoDel (RFC 8289): where every request that is taken out has waited for longer than `TARGET` for a whole
 *    `INTERVAL`, one is turned away, and further ones after INTERVAL divided by the root of their number, until one
 *    has waited for less.
 * 3. A request that is taken back leaves the queue at once.
 */
import { millis, type Nanos } from "../../kernel/time.ts";

export type QueueOrder = "fifo" | "lifo" | "codel";

/** RFC 8289, section 4.2 and 4.3. */
const TARGET = millis(5);
const INTERVAL = millis(100);
/** A new time of dropping that begins so soon after the last one goes on with its number (RFC 8289, section 5.4). */
const SOON = 16 * INTERVAL;

/** A request in a queue. */
export interface Queued {
  /** When it came. */
  queuedAt: Nanos;
  /** Whether it is in the queue. */
  waits: boolean;
}

/** The sojourn times of a queue, as CoDel judges them. */
export class Codel {
  private firstAbove: Nanos = 0; // when it may drop; 0 while the last request waited for less than the target
  private dropping = false;
  private dropNext: Nanos = 0;
  private count = 0;
  private lastCount = 0;

  /** Whether a request that is taken out now, after having waited for so long, is turned away. */
  drops(now: Nanos, waited: Nanos): boolean {
    const isDue = this.isAbove(now, waited);
    if (!isDue) {
      this.dropping = false;
      return false;
    }
    if (this.dropping) {
      if (now < this.dropNext) return false;
      this.count++;
      this.dropNext = this.after(this.dropNext);
      return true;
    }
    this.dropping = true;
    const since = this.count - this.lastCount;
    this.count = since > 1 && now - this.dropNext < SOON ? since : 1;
    this.lastCount = this.count;
    this.dropNext = this.after(now);
    return true;
  }

  /** The queue is empty: nothing waits for longer than the target. */
  emptied(): void {
    this.firstAbove = 0;
    this.dropping = false;
  }

  private isAbove(now: Nanos, waited: Nanos): boolean {
    if (waited < TARGET) {
      this.firstAbove = 0;
      return false;
    }
    if (this.firstAbove === 0) this.firstAbove = now + INTERVAL;
    return now >= this.firstAbove;
  }

  private after(at: Nanos): Nanos {
    return at + Math.round(INTERVAL / Math.sqrt(this.count));
  }
}

export class RequestQueue<Request extends Queued> {
  /** Requests that wait. */
  length = 0;
  private readonly order: QueueOrder;
  private readonly codel: Codel | null;
  private requests: Request[] = [];
  private head = 0;

  constructor(order: QueueOrder) {
    this.order = order;
    this.codel = order === "codel" ? new Codel() : null;
  }

  add(request: Request, now: Nanos): void {
    request.queuedAt = now;
    request.waits = true;
    this.requests.push(request);
    this.length++;
  }

  /** Rule 3. */
  takeBack(request: Request): void {
    if (!request.waits) return;
    request.waits = false;
    this.length--;
  }

  /**
   * The next request to be served; null where none waits.
   * @param dropped is told of each that CoDel turns away
   */
  take(now: Nanos, dropped: (request: Request) => void): Request | null {
    for (;;) {
      const request = this.next();
      if (request === null) {
        this.codel?.emptied();
        return null;
      }
      if (!request.waits) continue;
      request.waits = false;
      this.length--;
      if (this.codel?.drops(now, now - request.queuedAt) !== true) return request;
      dropped(request);
    }
  }

  /** All requests of the queue, which is empty then. */
  clear(): readonly Request[] {
    const waiting = this.requests.slice(this.head).filter(({ waits }) => waits);
    for (const request of waiting) this.takeBack(request);
    this.requests = [];
    this.head = 0;
    return waiting;
  }

  private next(): Request | null {
    if (this.order === "lifo") return this.requests.pop() ?? null;
    const request = this.requests[this.head];
    if (request === undefined) return null;
    this.head++;
    if (this.head > 1024 && this.head * 2 > this.requests.length) {
      this.requests = this.requests.slice(this.head);
      this.head = 0;
    }
    return request;
  }
}
