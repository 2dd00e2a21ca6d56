/** What a host needs of the medium that it is on, whatever that is. */
import type { Carrier, CarrierHost } from "./carrier.ts";
import type { Frame } from "./frame.ts";

/** The place of a host on a medium, for one power cycle. */
export interface Plug {
  /** Puts a frame on the medium. An Ethernet takes one at a time: the next after `sent` or `abandoned` at the host. */
  transmit(frame: Frame): void;
}

export interface HostMedium {
  readonly carrier: Carrier;
  /** Throws RangeError where the medium has no place for the host. */
  plug(host: CarrierHost): Plug;
  /** How the medium counts the bytes of a frame of so many octets. */
  frameBytes(octets: number): number;
}
