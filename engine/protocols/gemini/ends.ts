/** The ends of Gemini's parallel calls: a caller with a TCP connection to each callee, and a process there for it. */
import { GEMINI, GEMINI_PORT, type GeminiMessage } from "../../wire/gemini.ts";
import { EXACTLY_ONCE, type Property } from "../promises.ts";
import type { Rule } from "../rules.ts";
import { StreamEnds } from "../tcp/stream-ends.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import type { Nanos } from "../../kernel/time.ts";
import { geminiCaller, type GeminiCallerState } from "./caller.ts";
import { geminiProcess, type GeminiProcessState } from "./process.ts";

interface GeminiOptions {
  readonly callees: number;
  /** Replies after which the result statement ends the call; left out: all. */
  readonly wanted?: number;
  /** Whether the caller has bound to all before the run: the connections are open, and the processes forked. */
  readonly isBound: boolean;
  readonly forkTakes: Nanos;
  readonly tcp: TcpOptions;
  readonly without: readonly Rule[];
}

/** TCP's timers outlive a call: timers are no promise here. */
const ALL = EXACTLY_ONCE.filter((property) => property !== "timers");
/** A call that ends early says nothing of the callees whose replies it has not read. */
const EARLY: readonly Property[] = ["atMostOnce", "ownResult", "onceWhileUp", "ends"];

const GEMINI_PROCEDURE = "Run the procedure";

type GeminiEnds = StreamEnds<GeminiCallerState, GeminiProcessState, GeminiMessage>;

export function geminiEnds({ callees, wanted = callees, isBound, tcp, ...options }: GeminiOptions): GeminiEnds {
  return new StreamEnds({
    table: GEMINI,
    tcp,
    port: GEMINI_PORT,
    callees,
    isBound,
    caller: geminiCaller({ callees, wanted, without: options.without }),
    callee: geminiProcess(options),
    calleeName: "process",
    hosts: { caller: "caller", callee: (host) => `callee${host}` },
    promises: wanted < callees ? EARLY : ALL,
    procedure: { span: GEMINI_PROCEDURE },
    timers: ["timer", "fork is over"],
  });
}
