/** The claims of the MultiRPC paper that a run of its experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { CallbackMeasure, CallMeasure } from "./measures.ts";
import type { CALL_PARAMS, CALLBACK_PARAMS } from "./params.ts";
import type { WAYS_PARAMS, WaysMeasure } from "./ways-params.ts";
import type { SPECIFICATION_PARAMS, SpecificationMeasure } from "./specification/params.ts";

const call = triedBy<typeof CALL_PARAMS, CallMeasure>("multirpc/call");
const callback = triedBy<typeof CALLBACK_PARAMS, CallbackMeasure>("multirpc/callback-break");
const ways = triedBy<typeof WAYS_PARAMS, WaysMeasure>("multirpc/callback-ways");

const specified = triedBy<typeof SPECIFICATION_PARAMS, SpecificationMeasure>("multirpc/specification");

const ONCE = { trials: 1 } as const;
const TWICE = { trials: 2 } as const;
/** Calls that end at the second of three replies, each followed at once by one that waits for all. */
const EARLY = { servers: 3, waitFor: 2, followUp: "all", trials: 2, gapMs: 0 } as const;
const VARIED = { computeMs: 100, distribution: "exponential" } as const;
const HUNDRED = { servers: 100, placement: "campus", ...TWICE } as const;
/** Callbacks that take so long that the file server asks again. */
const LONG = { computeMs: 10_000, procedure: "waits" } as const;

/** Up to about 25 servers, beyond, and what the model leaves out. */
const LARGE: Tries["claims"] = {
  "null-negligible": call(
    { servers: 1, computeMs: 0, ...TWICE },
    "For one server MultiRPC takes a little longer than RPC2: compare the two times.",
    { measure: "multiRpcMs" },
  ),
  "perf-measure": call({ servers: 10, ...TWICE }, "The speedup is the time of RPC2 over the time of MultiRPC."),
  "large-below-25": call(
    { servers: 25, placement: "campus", ...TWICE },
    "No reply is lost, and the times stay near the paper’s.",
  ),
  "large-retries-low": call({ servers: 24, ...TWICE }, "No packet is sent again.", { measure: "retriedPackets" }),
  "large-retries-high": call({ servers: 51, ...TWICE }, "Replies are lost, and their requests are sent again.", {
    measure: "retriedPackets",
  }),
  "large-decline": call(
    { servers: 50, computeMs: 20, ...TWICE },
    "On the chart of the speedup, compare 50 servers with 19.",
  ),
  "large-always-better": call({ servers: 100, ...TWICE }, "The speedup stays above 1."),
  "large-no-problems": call({ ...HUNDRED }, "All hundred servers have answered, whatever was lost.", {
    measure: "replies",
  }),
  "large-both-affected": call({ servers: 100, ...TWICE }, "Divide the time of RPC2 by the hundred servers.", {
    measure: "rpc2Ms",
    scale: 1 / 100,
  }),
  "large-router-conjecture": call(
    { servers: 75, placement: "campus", ...ONCE },
    "Every lost reply is lost at the client’s socket, and none at a router.",
  ),
  "large-normal": call(
    { servers: 50, distribution: "normal", placement: "campus", trials: 5 },
    "The speedup is lower than with 25 servers.",
  ),
  "large-exponential": call(
    { servers: 50, computeMs: 20, distribution: "exponential", placement: "campus", trials: 5 },
    "The speedup is lower than with 25 servers.",
  ),
  "large-sd": call(
    { servers: 50, computeMs: 50, distribution: "normal", placement: "campus" },
    "Compare the standard deviation of MultiRPC with that for 25 servers.",
  ),
  "validation-slightly-better": call(
    { servers: 10, ...TWICE },
    "The model’s time stands below the simulated one, as it stands below the paper’s.",
  ),
  "model-assume-latency": call(
    { servers: 5, placement: "campus", ...TWICE },
    "The packets to one server pass routers, and the call takes longer than on the ring.",
  ),
  "model-assume-no-loss": call(
    { servers: 10, ...ONCE },
    "One request is lost, and the call waits for the first interval before it sends again.",
    { faults: ["drop request#1"] },
  ),
  "model-assume-constant": call(
    { servers: 10, computeMs: 200, distribution: "exponential", trials: 10 },
    "The call ends when the slowest of the ten servers has answered.",
  ),
  night: call(
    { servers: 10, placement: "campus", mode: "iterative", foreignLoad: "day", trials: 10 },
    "Compare the standard deviation of RPC2 by day with that at night.",
  ),
  "future-wan": call(
    { servers: 40, backboneMs: 100, ...TWICE },
    "Set the delay of the backbone to 0, then to 100 ms, and compare the speedups.",
  ),
};

/** Dead servers, lost packets, and how a call goes on. */
const FAILURES: Tries["claims"] = {
  "motivation-dead-hosts": call(
    { servers: 10, dead: 2, mode: "iterative", ...ONCE },
    "The calls behind each dead server wait for a minute.",
  ),
  "motivation-failure-detection": call(
    { servers: 10, dead: 2, ...ONCE },
    "The call reports both dead servers after one minute, and not after two.",
  ),
  "motivation-broadcast-load": ways(
    { way: "broadcast" },
    "All 400 workstations without the file look at the packet: let MultiRPC tell them, and compare.",
  ),
  "motivation-multicast-groups": ways(
    { way: "multicast", campus: 1000, replacementsPerHour: 600, watchS: 5 },
    "The file server cannot follow the packets that join and leave groups.",
  ),
  "motivation-no-confirmation": ways(
    { way: "broadcast", deadFraction: 0.03 },
    "The file server knows of none whether it was told: let calls follow, and compare.",
  ),
  "motivation-threads": call(
    { servers: 20, mode: "threads", ...ONCE },
    "Twenty threads take about as long as one MultiRPC call: compare the two times.",
  ),
  "rpc2-semantics": call(
    { servers: 1, mode: "iterative", ...ONCE },
    "The reply is lost and the request comes twice, and the server computes once.",
    { faults: ["drop reply#1"] },
  ),
  "rpc2-busy": callback(
    { workstations: 2, deadFraction: 0, ...LONG },
    "The workstations answer the second request by BUSY, and the call goes on.",
  ),
  "related-long-computation": callback(
    { workstations: 4, deadFraction: 0.25, ...LONG },
    "Three workstations take ten seconds and answer, and the dead one is given up after a minute.",
  ),
  "semantics-same-guarantees": call(
    { servers: 6, ...ONCE },
    "Packets are lost and doubled, and each server computes once.",
    {
      faults: [
        "drop request#1 send 2",
        "duplicate request#1 send 3 by 30ms",
        "drop reply#1 send 4",
        "duplicate reply#1 send 5 by 4ms",
      ],
    },
  ),
  "handler-exactly-once": call(
    { servers: 6, ...ONCE },
    "A reply and a request come twice, and the client counts six replies.",
    { faults: ["duplicate reply#1 send 2 by 3ms", "duplicate request#1 send 3"] },
  ),
  "handler-failure-policy": call(
    { servers: 10, dead: 3, handler: "threshold", mostFailures: 1, ...ONCE },
    "The call ends at the second of three failures: let it end at the first, or at none.",
  ),
  "send-reliably": call(
    { servers: 4, ...ONCE },
    "The client sends four requests first, and later one of them again, to one server.",
    { faults: ["drop request#1 send 2"] },
  ),
  "semantics-early-success": call(
    { servers: 3, waitFor: 2, followUp: "all", ...TWICE },
    "A server crashes, and the first call returns all the same.",
    { faults: ["crash server1 at 20ms"] },
  ),
  "early-failures-later": call(
    { servers: 3, waitFor: 2, followUp: "all", ...TWICE },
    "The second call finds that a server has crashed during the first.",
    { faults: ["crash server1 at 20ms"] },
  ),
};

/** How calls end, and what the prototype did. */
const ENDS: Tries["claims"] = {
  "handler-example": call({ servers: 3, waitFor: 2, ...ONCE }, "The call returns at the second of three replies.", {
    measure: "replies",
  }),
  "handler-return-code": call({ servers: 3, waitFor: 2, ...ONCE }, "The call returns at the second of three replies."),
  "use-quorum": call(
    { servers: 9, computeMs: 300, distribution: "exponential", waitFor: 5, trials: 4 },
    "The call returns at the fifth reply of nine: wait for nine, and compare the times.",
  ),
  "use-first-reply": call(
    { servers: 5, ...VARIED, waitFor: 1, ...TWICE },
    "The call returns at the first reply, while other servers still compute.",
  ),
  "use-mail": call(
    { servers: 10, computeMs: 200, distribution: "exponential", procedure: "waits", ...TWICE },
    "Ten mail servers are asked at once: compare the two times.",
  ),
  "use-benchmarks": call(
    { servers: 20, computeMs: 1000, procedure: "waits", ...ONCE },
    "Twenty workstations begin soon after one another: compare with calls in turn.",
  ),
  "design-abort": call(
    { servers: 5, computeMs: 400, timeoutMs: 200, ...ONCE },
    "The call returns at its time limit of 200 ms.",
  ),
  "design-server-unaware": call(
    { servers: 1, ...ONCE },
    "Select the request and read its fields, then call by RPC2 and compare them.",
  ),
  "design-replies-as-they-come": call(
    { servers: 5, computeMs: 200, distribution: "exponential", ...ONCE },
    "The client unpacks its first reply while other servers still compute.",
  ),
  "rpc2-lwp": call({ servers: 10, ...ONCE }, "The first reply waits until the last request is out."),
  "rpc2-one-event-per-lwp": call(
    { servers: 6, mode: "iterative", ...ONCE },
    "The client sends its next request only after the reply to the one before.",
  ),
  "rpc2-datagrams": call({ servers: 3, ...ONCE }, "Select the request that is sent again: it has the retry flag.", {
    faults: ["drop request#1"],
  }),
  "early-sequence-bump": call(
    { servers: 5, ...VARIED, waitFor: 1, ...TWICE },
    "Select the requests of both calls to one server: the sequence number has grown by two.",
  ),
  "stubs-interpreted": specified(
    {},
    "Compare the two times to pack, and the sizes of both kinds of stub; both are our estimate.",
  ),
  "early-no-ack": call({ servers: 5, ...TWICE }, "The network carries requests and replies, and nothing else."),
  "early-ack-deadlock": call(
    { ...EARLY, replyAcks: "on", nak: "off" },
    "In the second call one connection stands still until a timer ends it.",
  ),
  "early-nak": call(
    { ...EARLY, replyAcks: "on", nak: "on" },
    "In the second call a negative acknowledgement ends one connection at once.",
  ),
  "early-nak-kept": call(
    { servers: 1, computeMs: 50, ...ONCE },
    "The server has restarted, and answers a request by a negative acknowledgement.",
    { faults: ["crash server1 at 20ms", "restart server1 at 100ms"] },
  ),
  "instability-piggyback": call(
    { servers: 100, gapMs: 0, replyAcks: "on", nak: "on", trials: 3 },
    "The first servers send their replies again while requests still leave.",
  ),
  "handler-reentrancy": call(
    { servers: 10, handler: "calls", callers: 2, ...ONCE },
    "The handler is activated again before it has ended, and counts fewer replies than have come.",
  ),
  "handler-too-long": call(
    { servers: 60, handlerMs: 50, computeMs: 300, distribution: "exponential", placement: "one-ring", ...ONCE },
    "While the handler computes, replies are lost at the client’s full socket.",
  ),
  "evolution-timeouts-first": call(
    {
      servers: 80,
      eventOrder: "timeouts-first",
      yieldEvery: "never",
      socketBytes: 65_536,
      placement: "one-ring",
      ...ONCE,
    },
    "Requests are sent again though their replies wait in the socket.",
  ),
  "evolution-context-switches": call(
    { servers: 50, switchPer: "packet", placement: "one-ring", ...ONCE },
    "The client takes in one reply and goes on sending, so that its socket fills.",
  ),
  "evolution-allocation": call(
    { servers: 70, tables: "static", ...ONCE },
    "The call fails at once: its tables have room for 64 sites.",
  ),
  "evolution-quadratic": call(
    {
      servers: 200,
      eventScan: "quadratic",
      yieldEvery: "never",
      socketBytes: 65_536,
      placement: "one-ring",
      ...ONCE,
    },
    "Each request takes longer to leave than the one before: compare the time with that of linear scans.",
  ),
  "evolution-kernel-buffer": call(
    { servers: 50, yieldEvery: "never", placement: "one-ring", ...ONCE },
    "Replies are lost at the full socket: let the client read after every 32 requests, and compare.",
  ),
};

export const tries: Tries = { paper: "multirpc", claims: { ...LARGE, ...FAILURES, ...ENDS } };
