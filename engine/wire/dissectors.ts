/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { dissectors as amoeba } from "./amoeba-layers.ts";
import { dissectors as cedar } from "./cedar-layers.ts";
import { dissectors as circus } from "./circus-layers.ts";
import { dissectors as firefly } from "./firefly-layers.ts";
import { dissectors as flexrpc } from "./flexrpc-layers.ts";
import { dissectors as gemini } from "./gemini-layers.ts";
import { dissectors as internet } from "./internet-layers.ts";
import { dissectors as mercury } from "./mercury-layers.ts";
import { dissectors as minimal } from "./minimal-layers.ts";
import { dissectors as peregrine } from "./peregrine-layers.ts";
import { dissectors as rpc2 } from "./rpc2-layers.ts";
import { dissectors as sprite } from "./sprite-layers.ts";
import { dissectors as sunrpc } from "./sunrpc-layers.ts";
import { dissectors as tcp } from "./tcp-layers.ts";
import { dissectors as todayDatagrams } from "./today-datagrams-layers.ts";
import { dissectors as todayService } from "./today-service-layers.ts";
import { dissectors as todayStreams } from "./today-streams-layers.ts";
import { dissectors as v } from "./v-layers.ts";
import { dissectors as written } from "./written-layers.ts";
import type { Dissector } from "./layer.ts";

export const DISSECTORS: readonly Dissector[] = [
  ...amoeba,
  ...cedar,
  ...circus,
  ...firefly,
  ...flexrpc,
  ...gemini,
  ...internet,
  ...mercury,
  ...minimal,
  ...peregrine,
  ...rpc2,
  ...sprite,
  ...sunrpc,
  ...tcp,
  ...todayDatagrams,
  ...todayService,
  ...todayStreams,
  ...v,
  ...written,
];
