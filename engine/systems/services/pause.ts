/** The pauses of a machine: what is to happen there meanwhile happens when it goes on, in the same order. */
import type { Nanos } from "../../kernel/time.ts";

export class Pause {
  isOn = false;
  /** How long the machine has stood still, in pauses that are over. */
  total: Nanos = 0;
  private since: Nanos = 0;
  private held: (() => void)[] = [];

  begin(now: Nanos): void {
    this.isOn = true;
    this.since = now;
  }

  end(now: Nanos): void {
    this.isOn = false;
    this.total += now - this.since;
    const { held } = this;
    this.held = [];
    for (const happens of held) happens();
  }

  /** While it stands still. */
  later(happens: () => void): void {
    this.held.push(happens);
  }
}
