/** Machines on a simulated Ethernet and their addresses. */
import { WireError } from "./error.ts";
import type { MacAddress } from "./ethernet.ts";
import type { IpAddress } from "./ipv4.ts";

export interface Station {
  readonly mac: MacAddress;
  readonly ip: IpAddress;
}

export interface Addresses {
  readonly from: Station;
  readonly to: Station;
}

const LOCAL_MAC = 0x0200_0000_0000; // locally administered, unicast (IEEE 802 §8.2)
const DOCUMENTATION_NET = 0xc000_0200; // 192.0.2.0/24, for documentation only (RFC 5737)
const LAST = 254;

/** The nth machine, 1…254: 02:00:00:00:00:0n and 192.0.2.n. Throws WireError outside of that. */
export function station(n: number): Station {
  if (!Number.isInteger(n) || n < 1 || n > LAST) {
    throw new WireError({ what: "station", at: 0, field: "number", got: n, want: `a whole number of 1…${LAST}` });
  }
  return { mac: LOCAL_MAC + n, ip: DOCUMENTATION_NET + n };
}

/** The number of the machine with this address, 0 for any other. */
export function stationNumber(ip: IpAddress): number {
  const n = ip - DOCUMENTATION_NET;
  return n >= 1 && n <= LAST ? n : 0;
}
