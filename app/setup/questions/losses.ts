/** Questions on losses, time-outs and crashes. */
import type { Question } from "./types.ts";

const SUN = "sun-rpc/call";
const CEDAR = "cedar/call";
const ONE_SUN = { iterations: 1 } as const;
const ONE_CEDAR = { calls: 1 } as const;
const CALL = "today/call";
const LONG = { ...ONE_SUN, serverMs: 12_000 } as const;

export const LOSSES: readonly Question[] = [
  {
    id: "retry-storm",
    asked: "The server was slow for a moment, all clients retried, and the retries kept it slow. What helps?",
    words:
      "database stood still nothing came back " +
      "blip stays down stay down never recovers rate limit throttle spike outage recover retry retries storm " +
      "thundering herd backoff exponential jitter budget overload cascading failure metastable resend " +
      "retransmission circuit breaker backpressure load shedding congestion",
    answer:
      "Whoever sends again asks for the same work once more: {attemptsPerCall} attempts a call, and only " +
      "{goodputPerS} of 300 calls a second return. With one retry for ten calls it is well again within {recoveryMs " +
      "2} ms; longer pauses alone do not end it.",
    runs: [
      {
        says: "Three services, a pause of two seconds, two retries: it stays down",
        experiment: "services/storm",
        set: {},
        shows: { goodputPerS: "100", attemptsPerCall: "2.12", wastedShare: "84" },
      },
      {
        says: "One retry for ten calls: it is well again",
        experiment: "services/storm",
        set: { budget: 0.1 },
        shows: { goodputPerS: "307", recoveryMs: "1,000" },
      },
      {
        says: "A pause by chance before each retry: it stays down",
        experiment: "services/storm",
        set: { backoff: "jitter" },
        shows: { goodputPerS: "92", attemptsPerCall: "2.10" },
      },
      {
        says: "Eighty callers, a stumble of two seconds, a retry each half second: it stays down",
        experiment: "today/retry-storm",
        set: {},
        shows: { returnedShare: "3.2", usefulPerS: "0" },
      },
      {
        says: "Waits that grow by chance, and one retry for ten calls: it is well again",
        experiment: "today/retry-storm",
        set: { retry: "jitter", budget: 0.1 },
        shows: { returnedShare: "94.5", recoveryMs: "1,500" },
      },
      {
        says: "1988: one call of twelve seconds; the client sends again each second",
        experiment: SUN,
        set: { ...LONG, retryS: 1 },
        shows: { sends: "13", executions: "13" },
      },
      {
        says: "The client waits five seconds before it sends again",
        experiment: SUN,
        set: LONG,
        shows: { sends: "3", executions: "3" },
      },
    ],
    same: "In 1988 one client does it alone: each retry of a call that is only slow is the same work once more.",
    lesson: "blip",
  },
  {
    id: "hang",
    asked: "The server is gone and my call never returns. Which time-out do I set?",
    words:
      "timeouts never returns hung connect timeout read timeout hang stuck forever blocked deadline timeout " +
      "time-out hard soft mount nfs connection refused dead server",
    answer:
      "A client that only reads waits for ever: when the server is gone no packet comes that would end it. Set a " +
      "limit of your own, and know that it ends the waiting, not the work.",
    runs: [
      {
        says: "Today: the server crashes while it works, and nobody set a limit: the call never ends",
        experiment: "today/call",
        set: { calls: 1, serverUs: 60_000_000 },
        faults: ["crash server at 1s"],
        shows: { failedCalls: "0", callsPerS: "0" },
      },
      {
        says: "TCP asks the silent end if it lives: given up after half a minute",
        experiment: "today/call",
        set: { calls: 1, serverUs: 60_000_000, keepAlive: "on" },
        faults: ["crash server at 1s"],
        shows: { failedCalls: "1", msPerCall: "30,040" },
      },
      {
        says: "The client reads without a limit, and the reply is lost",
        experiment: SUN,
        set: { ...ONE_SUN, program: "udp", waiting: "block" },
        faults: ["drop reply#1"],
        shows: { outcome: "hangs", sends: "1" },
      },
      {
        says: "The server dies after it was found",
        experiment: SUN,
        set: { ...ONE_SUN, serverDead: "after" },
        shows: { outcome: "timed out", failedAfterS: "25.0", sends: "5" },
      },
      {
        says: "The server was dead before",
        experiment: SUN,
        set: { ...ONE_SUN, serverDead: "before" },
        shows: { outcome: "not bound", failedAfterS: "60.0" },
      },
    ],
    same: "Sun’s clients of 1988 hang for the same reason: silence says nothing, and only a limit makes an end of it.",
    lesson: "timeouts",
  },
  {
    id: "slow-or-dead",
    asked: "The health check is green, and yet the call never ends. How do I tell slow from dead?",
    words:
      "keepalive keep-alive heartbeat health check liveness probe hung handler half-open false alarm failure " +
      "detector busy network partition unreachable partial failure",
    answer:
      "A probe asks the machine and not the procedure, so a procedure that hangs looks alive until a limit ends the " +
      "call. A shorter limit finds the dead sooner, and takes more of the living for dead.",
    runs: [
      {
        says: "Today: TCP asks a silent end, and the server crashed after a second",
        experiment: "today/call",
        set: { calls: 1, serverUs: 60_000_000, keepAlive: "on" },
        faults: ["crash server at 1s"],
        shows: { msPerCall: "30,040", failedCalls: "1" },
      },
      {
        says: "The same, and the server works for a minute",
        experiment: "today/call",
        set: { calls: 1, serverUs: 60_000_000, keepAlive: "on" },
        shows: { msPerCall: "60,000", failedCalls: "0" },
      },
      {
        says: "A call of one hour: probes keep it alive",
        experiment: CEDAR,
        set: { ...ONE_CEDAR, serverMs: 3_600_000 },
        shows: { outcome: "returned", packets: "56" },
      },
      {
        says: "The server crashes after eleven minutes: the next probe is far away",
        experiment: CEDAR,
        set: { ...ONE_CEDAR, serverMs: 3_600_000 },
        faults: ["crash server at 11min"],
        shows: { outcome: "exception", detectMs: "270,253" },
      },
      {
        says: "A hundred workstations, limit one second",
        experiment: "multirpc/callback-break",
        set: { deadFraction: 0.03, timeoutMs: 1000 },
        shows: { falseFailures: "31", elapsedMs: "1,046" },
      },
      {
        says: "The same, limit two and a half seconds",
        experiment: "multirpc/callback-break",
        set: { deadFraction: 0.03, timeoutMs: 2500 },
        shows: { falseFailures: "0", elapsedMs: "2,515" },
      },
    ],
    same: "Cedar’s probes of 1984 ask the same question as TCP’s today: they know the machine, and not the procedure.",
    lesson: "slow-is-not-dead",
  },
  {
    id: "same-extra-time",
    asked: "Some calls take 40 ms, 200 ms or one second more, always the same. Why?",
    words:
      "nagle delayed ack acknowledgement tcp_nodelay nodelay rto retransmission timeout 40 ms 200 ms 1 s 1000 ms " +
      "latency spike",
    answer:
      "It is a timer: 40 ms is a late acknowledgement that Nagle’s algorithm waits for, 200 ms or more that of a " +
      "lost packet. Look for the packet that nobody acknowledged.",
    runs: [
      {
        says: "Today: a call written in two parts, with Nagle’s algorithm",
        experiment: "today/call",
        set: { writes: "2", nagle: "on" },
        shows: { latencyUs: "40,135" },
      },
      {
        says: "The same without Nagle’s algorithm",
        experiment: "today/call",
        set: { writes: "2" },
        shows: { latencyUs: "115" },
      },
      {
        says: "Linux, one argument lost: its timer takes 200 ms",
        experiment: "flexrpc/multicast",
        set: { mode: "parallel", callees: 3, argumentBytes: 64, resultBytes: 64 },
        faults: ["drop argument#1"],
        shows: { latencyUs: "200,209" },
      },
      {
        says: "Linux, nothing lost",
        experiment: "flexrpc/multicast",
        set: { mode: "parallel", callees: 3, argumentBytes: 64, resultBytes: 64 },
        shows: { latencyUs: "375" },
      },
      {
        says: "SunOS, one reply lost: its timer takes a second",
        experiment: SUN,
        set: { ...ONE_SUN, program: "tcp" },
        faults: ["drop reply#1"],
        shows: { elapsedUs: "1,011,042", executions: "1" },
      },
    ],
    same: "The timers of older systems are longer, and found in the same way: the extra is always the same.",
    lesson: "timeouts",
  },
  {
    id: "own-checksum",
    asked: "The network has a checksum. Do I need my own?",
    words: "checksum crc silent corruption end to end bit flip integrity checksum offload damaged data wrong argument",
    answer:
      "The check of a frame guards the wire alone: a bit that flips in a controller or in memory travels under a " +
      "right check. A check by software at both ends finds it, and this call of 64 KB takes {latencyUs} in place " +
      "of {latencyUs 2} µs.",
    runs: [
      {
        says: "Today: 64 KB, and software computes a check at both ends",
        experiment: "today/call",
        set: { bytes: 65_536, calls: 1, checksums: "software" },
        shows: { latencyUs: "139", clientUs: "91" },
      },
      {
        says: "The controllers check what they pass on, and nobody else",
        experiment: "today/call",
        set: { bytes: 65_536, calls: 1 },
        shows: { latencyUs: "132", clientUs: "85" },
      },
      {
        says: "A byte is damaged, and UDP’s checksum is off",
        experiment: SUN,
        set: { ...ONE_SUN, argumentBytes: 64, udpChecksums: "off" },
        faults: ["garble call#1 byte 100"],
        shows: { wrongArguments: "1", elapsedUs: "10,725" },
      },
      {
        says: "The same byte, and the checksum is on",
        experiment: SUN,
        set: { ...ONE_SUN, argumentBytes: 64, udpChecksums: "on" },
        faults: ["garble call#1 byte 100"],
        shows: { wrongArguments: "0", elapsedUs: "5,013,766" },
      },
    ],
    same: "A frame’s check ended at the controller in 1989, too: what is damaged behind it only the ends can find.",
  },
  {
    id: "restarted-server",
    asked: "The server restarted at its old address. Why do clients hang or fail?",
    words:
      "crash crashes server crashed reboot redeploy rolling update failover stale connection restart reboot pod " +
      "epoch fencing token boot id incarnation unique id reconnect lost session",
    answer:
      "An address does not say who is behind it; the number of a life or connection does, and the new server " +
      "refuses an old one. It can refuse only what comes: a client that has sent all and only waits must ask.",
    runs: [
      {
        says: "Today: the server is back within a millisecond and refuses what is sent to it again, after 0.2 s",
        experiment: CALL,
        set: { calls: 2 },
        faults: ["crash server at 85us", "restart server at 1ms"],
        shows: { failedCalls: "1", retransmissions: "1", msPerCall: "100" },
      },
      {
        says: "The server does not come back, and TCP gives up after a quarter of an hour",
        experiment: CALL,
        set: { calls: 2 },
        faults: ["crash server at 85us"],
        shows: { failedCalls: "1", retransmissions: "15", msPerCall: "462,300" },
      },
      {
        says: "The server is back, and the client has sent all: it waits for ever",
        experiment: CALL,
        set: { calls: 1, serverUs: 1_000_000 },
        faults: ["crash server at 100ms", "restart server at 200ms"],
        shows: { failedCalls: "0", callsPerS: "0" },
      },
      {
        says: "The client’s TCP asks the silent end, and is refused",
        experiment: CALL,
        set: { calls: 1, serverUs: 1_000_000, keepAlive: "on" },
        faults: ["crash server at 100ms", "restart server at 200ms"],
        shows: { failedCalls: "1", msPerCall: "10,040" },
      },
      {
        says: "The server is back within a millisecond and refuses the old call",
        experiment: CEDAR,
        set: ONE_CEDAR,
        faults: ["crash server at 300us", "restart server at 1ms"],
        shows: { outcome: "exception", detectMs: "20.8" },
      },
      {
        says: "The server does not come back",
        experiment: CEDAR,
        set: ONE_CEDAR,
        faults: ["crash server at 300us"],
        shows: { outcome: "exception", detectMs: "2,540" },
      },
    ],
    same: "Cedar’s servers of 1984 have a number of each life, and refuse by it as quickly.",
    lesson: "binding",
  },
];
