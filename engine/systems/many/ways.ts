/** The ways to call many, by the names that an experiment gives them. */
import { CIRCUS, MULTIRPC, MULTIRPC_MULTICAST, SUN_BROADCAST, V_GROUP } from "./datagram-ways.ts";
import { FLEXRPC_SERIAL, GEMINI, MERCURY } from "./stream-ways.ts";
import type { WayName } from "./titles.ts";
import { anyWay, type Way } from "./way.ts";

export const WAYS: Readonly<Record<WayName, Way>> = {
  "sun-broadcast": anyWay(SUN_BROADCAST),
  "v-group": anyWay(V_GROUP),
  circus: anyWay(CIRCUS),
  gemini: anyWay(GEMINI),
  mercury: anyWay(MERCURY),
  multirpc: anyWay(MULTIRPC),
  "multirpc-multicast": anyWay(MULTIRPC_MULTICAST),
  "flexrpc-serial": anyWay(FLEXRPC_SERIAL),
};
