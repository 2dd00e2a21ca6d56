/** What the Internet software of a host writes into the headers of its datagrams. */

export interface IpStack {
  /** Whether it asks routers to lose a datagram that is too long for them, and not to cut it. */
  readonly dontFragment: boolean;
}

/**
 * BSD and its descendants before path MTU discovery (RFC 1191, November 1990). `udp_output` and `tcp_output` of 4.2BSD
 * and 4.3BSD leave the word of flags at 0, so that routers may cut a datagram.
 */
export const BSD: IpStack = { dontFragment: false };

/**
 * Linux finds the path’s MTU for UDP and TCP alike: ip(7), `ip_no_pmtu_disc` is 0 and IP_MTU_DISCOVER is
 * IP_PMTUDISC_WANT unless a program says otherwise.
 */
export const LINUX: IpStack = { dontFragment: true };
