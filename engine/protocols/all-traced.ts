/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { TRACED as amoeba } from "./amoeba/trace-script.ts";
import { TRACED as cedar } from "./cedar/trace-script.ts";
import { TRACED as circus } from "./circus/trace-script.ts";
import { TRACED as firefly } from "./firefly/trace-script.ts";
import { TRACED as flexrpc } from "./flexrpc/trace-script.ts";
import { TRACED as gemini } from "./gemini/trace-script.ts";
import { TRACED as mercury } from "./mercury/trace-script.ts";
import { tracedEnds as peregrine } from "./peregrine/ends.ts";
import { TRACED as rpc2 } from "./rpc2/trace-script.ts";
import { TRACED as sprite } from "./sprite/trace-script.ts";
import { TRACED as sunrpc } from "./sunrpc/trace-script.ts";
import { TRACED as sunrpcPortmap } from "./sunrpc/portmap/trace-script.ts";
import { TRACED as sunrpcTcp } from "./sunrpc/tcp/trace-script.ts";
import { TRACED as tcp } from "./tcp/trace-script.ts";
import { TRACED as todayDatagrams } from "./today-datagrams/trace-script.ts";
import { TRACED as todayService } from "./today-service/trace-script.ts";
import { TRACED as todayStreams } from "./today-streams/trace-script.ts";
import { TRACED as todayTcp } from "./today-tcp/trace-script.ts";
import { TRACED as todayTransfer } from "./today-transfer/trace-script.ts";
import { TRACED as v } from "./v/trace-script.ts";
import { tracedEnds as written } from "./written/ends.ts";
import { tracedByEnds } from "./testing/ends-script.ts";
import type { Traced } from "./testing/traced.ts";

/** How the scripts in each traces/ are played, by the protocol’s folder. */
export const ALL_TRACED: Readonly<Record<string, Traced>> = {
  amoeba: amoeba,
  cedar: cedar,
  circus: circus,
  firefly: firefly,
  flexrpc: flexrpc,
  gemini: gemini,
  mercury: mercury,
  peregrine: tracedByEnds(peregrine),
  rpc2: rpc2,
  sprite: sprite,
  sunrpc: sunrpc,
  "sunrpc/portmap": sunrpcPortmap,
  "sunrpc/tcp": sunrpcTcp,
  tcp: tcp,
  "today-datagrams": todayDatagrams,
  "today-service": todayService,
  "today-streams": todayStreams,
  "today-tcp": todayTcp,
  "today-transfer": todayTransfer,
  v: v,
  written: tracedByEnds(written),
};
