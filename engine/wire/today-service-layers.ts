/** Takes the messages of a service with a queue apart. */
import { SERVICE_DISSECTORS } from "./today-service.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = SERVICE_DISSECTORS;
