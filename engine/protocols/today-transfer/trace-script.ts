/**
 * For tests: the traces of transfers over TCP of today, in the words of tcp/stream-script.ts. Round trips take 2 ms.
 *
 *     with servers 2 | with connections six | with setup tls-1.3 | with renewed on | with segment 40
 */
import { millis } from "../../kernel/time.ts";
import { playStreams } from "../tcp/stream-script.ts";
import type { Traced } from "../testing/traced.ts";
import { LINUX_TIMEOUTS } from "../today-tcp/options.ts";
import { transferEnds, type Connections, type TransferOptions } from "./ends.ts";
import type { SetupName } from "./setup.ts";

const USUAL: TransferOptions = {
  servers: 1,
  connections: "one",
  setup: "open",
  isRenewed: false,
  writes: 1,
  segmentBytes: 1460,
  windowBytes: 65_535,
  nagle: false,
  retries: 2,
  keepAlive: false,
  flow: {
    congestion: "cubic",
    initialWindow: 10,
    growsBy: "segments",
    sack: true,
    tailProbe: false,
    hyStart: false,
    minRto: LINUX_TIMEOUTS.minRto,
    delayedAck: millis(40),
    quickAcks: 16,
    restarts: true,
    userTimeout: Infinity,
    known: millis(2),
  },
};

export const TRACED: Traced = {
  play: (script) =>
    playStreams(script, ({ options }) => {
      const { servers = 1, connections = "one", setup = "open", renewed = "off", segment = 1460 } = options;
      return transferEnds({
        ...USUAL,
        servers: Number(servers),
        connections: connections as Connections,
        setup: setup as SetupName,
        isRenewed: renewed === "on",
        segmentBytes: Number(segment),
      });
    }),
  heads: { client: "client.ts", server: "server.ts" },
};
