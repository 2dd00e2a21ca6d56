/** A Dorado that takes no part in the calls and exports nothing. A broadcast interrupts it all the same. */
import type { Frame } from "../world/frame.ts";
import { Host } from "./host.ts";

export class Bystander extends Host {
  protected arrived(frame: Frame): void {
    this.ignore(frame);
  }

  protected crashed(): void {
    // It has nothing to lose.
  }

  protected restarted(): void {
    // It starts nothing.
  }
}
