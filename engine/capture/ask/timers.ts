/** Timers of real systems that make gaps, each with its source, and the one that fits a wait. */

interface Timer {
  readonly name: string;
  readonly ns: number;
  readonly source: string;
}

const MS = 1e6;

/** How long a receiver keeps an acknowledgement back. */
export const DELAYED: readonly Timer[] = [
  {
    name: "Linux’s delayed acknowledgement of 40 ms",
    ns: 40 * MS,
    source: "Linux, include/net/tcp.h: TCP_DELACK_MIN, HZ/25",
  },
  {
    name: "the delayed acknowledgement of 200 ms",
    ns: 200 * MS,
    source: "4.4BSD’s tcp_fasttimo; Windows’ TcpDelAckTicks; Linux, include/net/tcp.h: TCP_DELACK_MAX, HZ/5",
  },
  { name: "the longest delayed acknowledgement, 500 ms", ns: 500 * MS, source: "RFC 1122 §4.2.3.2" },
];

/** The least time after which TCP sends again. */
export const LEAST_RTO: readonly Timer[] = [
  {
    name: "Linux’s least retransmission time, 200 ms",
    ns: 200 * MS,
    source: "Linux, include/net/tcp.h: TCP_RTO_MIN, HZ/5",
  },
  {
    name: "Windows’ least retransmission time, 300 ms",
    ns: 300 * MS,
    source: "[MS] Set-NetTCPSetting: MinRto, 300 ms",
  },
  { name: "the least retransmission time of RFC 6298, 1 s", ns: 1000 * MS, source: "RFC 6298 §2.4" },
  { name: "the first retransmission time of old, 3 s", ns: 3000 * MS, source: "RFC 1122 §4.2.3.1" },
];

/** After which clients of Sun RPC over UDP send again. */
export const RETRIES: readonly Timer[] = [
  { name: "NFS’s timeo=7 of 0.7 s", ns: 700 * MS, source: "nfs(5): the older default of timeo, 7 tenths of a second" },
  { name: "1 s", ns: 1000 * MS, source: "Sun’s rpc(3N): a caller’s own setting by CLSET_RETRY_TIMEOUT" },
  {
    name: "NFS’s timeo=11 of 1.1 s",
    ns: 1100 * MS,
    source: "Linux, include/uapi/linux/nfs_fs.h: NFS_DEF_UDP_TIMEO, 11 tenths of a second",
  },
  { name: "3 s", ns: 3000 * MS, source: "libtirpc, rpcb_clnt.c: rmttimeout, 3 s between sendings of rpcb_rmtcall" },
  { name: "5 s", ns: 5000 * MS, source: "libtirpc, clnt_simple.c: rpc_call sets a retry time of 5 s" },
  { name: "15 s", ns: 15_000 * MS, source: "libtirpc, clnt_dg.c: cu_wait, 15 s, “heuristically chosen”" },
];

/** The portmapper’s client waits so long before it asks again. */
export const PORTMAP_RETRY: Timer = {
  name: "the portmapper’s retry of 5 s",
  ns: 5000 * MS,
  source: "libtirpc, pmap_getport.c: timeout = { 5, 0 }",
};

/** How far below and above a timer a wait may lie: clocks tick, and the way there and back is added. */
interface Slack {
  readonly below: number; // as a share
  readonly above: number;
  readonly extraNs: number; // for the way there and back, and the steps of the clock
}

/** The nearest timer that fits; null where none does. */
export function fitting(timers: readonly Timer[], ns: number, { below, above, extraNs }: Slack): Timer | null {
  const fits = timers.filter(
    (timer) => ns >= timer.ns * (1 - below) - extraNs && ns <= timer.ns * (1 + above) + extraNs,
  );
  return fits.toSorted((a, b) => Math.abs(ns - a.ns) - Math.abs(ns - b.ns))[0] ?? null;
}
