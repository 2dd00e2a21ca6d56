/** For tests: the traces of Gemini, in the words of tcp/stream-script.ts. */
import { millis, seconds } from "../../kernel/time.ts";
import { OPTIONS } from "../tcp/net.ts";
import { playStreams } from "../tcp/stream-script.ts";
import type { Traced } from "../testing/traced.ts";
import { geminiEnds } from "./ends.ts";

/** A segment holds so many bytes that a message takes two. */
const tcpOf = (segment: number) => ({
  ...OPTIONS,
  segmentBytes: segment,
  keepAlive: { ...OPTIONS.keepAlive, after: seconds(5) },
});

export const TRACED: Traced = {
  play: (script) =>
    playStreams(script, ({ options, without }) => {
      const { callees = 3, wanted, segment = 1448, bound = "before" } = options;
      return geminiEnds({
        callees: Number(callees),
        ...(wanted === undefined ? {} : { wanted: Number(wanted) }),
        isBound: bound === "before",
        forkTakes: millis(100),
        tcp: tcpOf(Number(segment)),
        without,
      });
    }),
  heads: { caller: "caller.ts", process: "process.ts" },
  rules: 8,
};
