/** For tests: the traces of Mercury, in the words of tcp/stream-script.ts. */
import { millis, seconds } from "../../kernel/time.ts";
import { OPTIONS } from "../tcp/net.ts";
import { playStreams } from "../tcp/stream-script.ts";
import type { Traced } from "../testing/traced.ts";
import { mercuryEnds } from "./ends.ts";

const TCP = { ...OPTIONS, keepAlive: { ...OPTIONS.keepAlive, after: seconds(5) } };

export const TRACED: Traced = {
  play: (script) =>
    playStreams(script, ({ options: { receivers = 1, batch = 3, buffer = 1024, linger = millis(20) } }) =>
      mercuryEnds({
        receivers: Number(receivers),
        batch: Number(batch),
        bufferBytes: Number(buffer),
        linger: Number(linger),
        isBound: true,
        tcp: TCP,
      }),
    ),
  heads: { sender: "sender.ts", receiver: "receiver.ts" },
  rules: 8,
};
