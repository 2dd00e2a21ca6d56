/** For tests: the traces of streams of calls, in the words of tcp/stream-script.ts. */
import { OPTIONS } from "../tcp/net.ts";
import { playStreams } from "../tcp/stream-script.ts";
import type { Traced } from "../testing/traced.ts";
import { streamsEnds } from "./ends.ts";

export const TRACED: Traced = {
  play: (script) =>
    playStreams(script, ({ options: { nagle = "off", writes = 1 } }) =>
      streamsEnds({ tcp: { ...OPTIONS, nagle: nagle === "on" }, writes: writes === 2 ? 2 : 1 }),
    ),
  heads: { caller: "caller.ts", server: "server.ts" },
  rules: 6,
};
