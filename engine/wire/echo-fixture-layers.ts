/** Takes the packets of the echo protocol of a test apart. */
import { ECHO } from "./echo-fixture.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = ECHO.dissectors;
