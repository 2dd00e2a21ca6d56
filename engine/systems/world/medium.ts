/** A medium as its host needs it, whatever the medium is. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Carrier, CarrierHost } from "./carrier.ts";
import type { Frame } from "./frame.ts";

/**
 * Hosts outside the run rest so long after the last frame of a host of the run: none of their frames still waits then,
 * since each takes less.
 */
export const OTHERS_REST: Nanos = millis(50);

/** The place of a host on a medium, for one power cycle. */
export interface Plug {
  /** Takes a frame, and sends one behind the other. The host is told by `sent` or `abandoned` of the end of each. */
  transmit(frame: Frame): void;
}

export interface HostMedium {
  readonly carrier: Carrier;
  /**
   * Throws RangeError where the medium has no place for the host.
   * @param isTold false for a host that need not be told when its frames have left
   */
  plug(host: CarrierHost, isTold: boolean): Plug;
  /** How the medium counts the bytes of a frame of so many octets. */
  frameBytes(octets: number): number;
}
