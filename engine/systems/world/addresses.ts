/** The addresses of hosts, and the hosts of addresses. */
import type { IpAddress } from "../../wire/ipv4.ts";
import { station, stationNumber, type Station } from "../../wire/station.ts";
import { EVERYBODY, FIRST_GROUP } from "./frame.ts";

export interface AddressPlan {
  /** The station of a host, by its number on the medium. Throws where the network has no address for it. */
  stationOf(host: number): Station;
  /** The number of the host with an address. Throws RangeError for an address that is no host's. */
  hostOf(ip: IpAddress): number;
}

const LOCAL_MAC = 0x0200_0000_0000; // locally administered, unicast (IEEE 802 §8.2)
const BENCHMARK_NET = 0xc612_0000; // 198.18.0.0/15, for networks under test (RFC 2544)
const BENCHMARK_HOSTS = 2 ** 17 - 2;

/**
 * The addresses of frames to all hosts: all bits set on the Ethernet (DIX 1982), and in the host's part of IP (RFC
 * 919).
 */
const SMALL_NET_EVERYBODY: Station = { mac: 0xffff_ffff_ffff, ip: 0xc000_02ff };

/** Of a group by its number: addresses for use inside one organisation (RFC 2365), on the Ethernet as RFC 1112 §6.4. */
const GROUP_IP = 0xefff_0001; // 239.255.0.1
const GROUP_MAC = 0x0100_5e7f_0001;

function groupStation(number: number): Station {
  const group = checked(FIRST_GROUP - number, GROUPS, GROUP_IP);
  return { mac: GROUP_MAC + group, ip: GROUP_IP + group };
}

const GROUPS = 254;

/**
 * Host 0 is 192.0.2.1, and so on up to 254 (RFC 5737). EVERYBODY has the broadcast address, 192.0.2.255, and the first
 * group of hosts 239.255.0.1.
 */
export const SMALL_NET: AddressPlan = {
  stationOf: (host) =>
    host === EVERYBODY ? SMALL_NET_EVERYBODY : host <= FIRST_GROUP ? groupStation(host) : station(host + 1),
  hostOf: (ip) => checked(stationNumber(ip) - 1, 254, ip),
};

/** Host 0 is 198.18.0.1, and so on up to 131,070. */
export const LARGE_NET: AddressPlan = {
  stationOf(host) {
    const number = checked(host, BENCHMARK_HOSTS, BENCHMARK_NET) + 1;
    return { mac: LOCAL_MAC + number, ip: BENCHMARK_NET + number };
  },
  hostOf: (ip) => checked(ip - BENCHMARK_NET - 1, BENCHMARK_HOSTS, ip),
};

function checked(host: number, hosts: number, ip: IpAddress): number {
  if (Number.isInteger(host) && host >= 0 && host < hosts) return host;
  throw new RangeError(`addresses: host ${host} of address ${ip}, want one of 0 to ${hosts - 1}.`);
}
