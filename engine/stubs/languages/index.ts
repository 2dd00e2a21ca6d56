/** The languages for interfaces, each with its compiler. */
import { LUPINE } from "./lupine.ts";
import { MODULA } from "./modula.ts";
import { RP2GEN } from "./rp2gen.ts";
import type { Language } from "./language.ts";

export const LANGUAGES: readonly [Language, ...Language[]] = [RP2GEN, LUPINE, MODULA];
