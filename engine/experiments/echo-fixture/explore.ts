/** The echo protocol as the search over faults follows it. */
import { echoOf } from "../../systems/echo-fixture/system.ts";
import { CLIENTS, followed, NO_LOSS, type Explorable } from "../explorable.ts";
import type { echo } from "./describe.ts";

export const explorables: readonly Explorable[] = [
  followed<typeof echo>({ experiments: ["echo-fixture/call"], bounds: [NO_LOSS, ...CLIENTS], ends: echoOf }),
];
