/**
 * Outlier ejection: a caller leaves out a server that fails again and again (Envoy's defaults: 5 errors in a row, 30 s
 * times the number of ejections, at most 300 s; at most a tenth of the servers).
 *
 * Rules
 * 1. The errors in a row are counted anew when a server is left out. Until it is back, what ends there counts nothing:
 *    such requests left before.
 * 2. One server may always be left out, however few there are (Envoy's option `always_eject_one_host`).
 * 3. A server that has been well for long is left out as long as before the next time. Envoy forgets; ours does not.
 */
import { numberAt, timeAt } from "../../kernel/reads.ts";
import { seconds, type Nanos } from "../../kernel/time.ts";

const ERRORS = 5;
const BASE = seconds(30);
const MOST = seconds(300);
const SHARE = 0.1;

export class Ejection {
  private readonly inARow: Int32Array;
  private readonly ejections: Int32Array;
  private readonly until: Float64Array;
  private readonly most: number;

  constructor(servers: number) {
    this.inARow = new Int32Array(servers);
    this.ejections = new Int32Array(servers);
    this.until = new Float64Array(servers);
    this.most = Math.max(1, Math.floor(servers * SHARE));
  }

  /** Whether a server is left out now. */
  isOut(server: number, now: Nanos): boolean {
    return timeAt(this.until, server) > now;
  }

  /** An attempt at a server has ended. */
  ended(server: number, failed: boolean, now: Nanos): void {
    if (this.isOut(server, now)) return; // rule 1
    if (!failed) {
      this.inARow[server] = 0;
      return;
    }
    this.inARow[server] = numberAt(this.inARow, server) + 1;
    if (numberAt(this.inARow, server) < ERRORS || this.outNow(now) >= this.most) return;
    this.inARow[server] = 0;
    this.ejections[server] = numberAt(this.ejections, server) + 1;
    this.until[server] = now + Math.min(MOST, BASE * numberAt(this.ejections, server));
  }

  private outNow(now: Nanos): number {
    return this.until.reduce((sum, until) => sum + Number(until > now), 0);
  }
}
