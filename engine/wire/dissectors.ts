/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { dissectors as amoeba } from "./amoeba.ts";
import { dissectors as cedar } from "./cedar-layers.ts";
import { dissectors as circus } from "./circus.ts";
import { dissectors as firefly } from "./firefly-layers.ts";
import { dissectors as flexrpc } from "./flexrpc-layers.ts";
import { GEMINI as gemini } from "./gemini.ts";
import { dissectors as internet } from "./internet-layers.ts";
import { MERCURY as mercury } from "./mercury.ts";
import { dissectors as minimal } from "./minimal-layers.ts";
import { PEREGRINE as peregrine } from "./peregrine.ts";
import { dissectors as rpc2 } from "./rpc2-layers.ts";
import { dissectors as sprite } from "./sprite.ts";
import { dissectors as sunrpc } from "./sunrpc-layers.ts";
import { dissectors as tcp } from "./tcp-layers.ts";
import { dissectors as todayDatagrams } from "./today-datagrams.ts";
import { dissectors as todayService } from "./today-service.ts";
import { STREAMS as todayStreams } from "./today-streams.ts";
import { TRANSFER as todayTransfer } from "./today-transfer.ts";
import { dissectors as v } from "./v.ts";
import { WRITTEN as written } from "./written.ts";
import type { Dissector } from "./layer.ts";

export const DISSECTORS: readonly Dissector[] = [
  ...amoeba,
  ...cedar,
  ...circus,
  ...firefly,
  ...flexrpc,
  ...gemini.dissectors,
  ...internet,
  ...mercury.dissectors,
  ...minimal,
  ...peregrine.dissectors,
  ...rpc2,
  ...sprite,
  ...sunrpc,
  ...tcp,
  ...todayDatagrams,
  ...todayService,
  ...todayStreams.dissectors,
  ...todayTransfer.dissectors,
  ...v,
  ...written.dissectors,
];
