/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { MACHINES as amoeba } from "./amoeba/states.ts";
import { MACHINES as cedar } from "./cedar/states.ts";
import { MACHINES as circus } from "./circus/states.ts";
import { MACHINES as firefly } from "./firefly/states.ts";
import { MACHINES as flexrpc } from "./flexrpc/states.ts";
import { MACHINES as gemini } from "./gemini/states.ts";
import { MACHINES as mercury } from "./mercury/states.ts";
import { MACHINES as peregrine } from "./peregrine/states.ts";
import { MACHINES as rpc2 } from "./rpc2/states.ts";
import { MACHINES as sprite } from "./sprite/states.ts";
import { MACHINES as sunrpc } from "./sunrpc/states.ts";
import { MACHINES as tcp } from "./tcp/states.ts";
import { MACHINES as todayDatagrams } from "./today-datagrams/states.ts";
import { MACHINES as todayService } from "./today-service/states.ts";
import { MACHINES as todayStreams } from "./today-streams/states.ts";
import { MACHINES as v } from "./v/states.ts";
import { MACHINES as written } from "./written/states.ts";
import type { StateMachine } from "./state-machine.ts";

/** The state machines of all protocols, by the protocol’s folder. */
export const STATE_MACHINES: Readonly<Record<string, readonly StateMachine[]>> = {
  amoeba: amoeba,
  cedar: cedar,
  circus: circus,
  firefly: firefly,
  flexrpc: flexrpc,
  gemini: gemini,
  mercury: mercury,
  peregrine: peregrine,
  rpc2: rpc2,
  sprite: sprite,
  sunrpc: sunrpc,
  tcp: tcp,
  "today-datagrams": todayDatagrams,
  "today-service": todayService,
  "today-streams": todayStreams,
  v: v,
  written: written,
};
