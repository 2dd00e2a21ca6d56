/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { NOTES as amoeba } from "./amoeba/notes.ts";
import { NOTES as cedar } from "./cedar/notes.ts";
import { NOTES as firefly } from "./firefly/notes.ts";
import { NOTES as flexrpc } from "./flexrpc/notes.ts";
import { NOTES as machine } from "./machine/notes.ts";
import { NOTES as many } from "./many/notes.ts";
import { NOTES as multirpc } from "./multirpc/notes.ts";
import { NOTES as services } from "./services/notes.ts";
import { NOTES as sprite } from "./sprite/notes.ts";
import { NOTES as sunRpc } from "./sun-rpc/notes.ts";
import { NOTES as sweepstakes } from "./sweepstakes/notes.ts";
import { NOTES as tcp } from "./tcp/notes.ts";
import { NOTES as today } from "./today/notes.ts";
import { NOTES as written } from "./written/notes.ts";
import type { Notes } from "./types.ts";

/** Notes by experiment: a simulation leaves these things out, and misses for these reasons. */
export const NOTES: Notes = {
  ...amoeba,
  ...cedar,
  ...firefly,
  ...flexrpc,
  ...machine,
  ...many,
  ...multirpc,
  ...services,
  ...sprite,
  ...sunRpc,
  ...sweepstakes,
  ...tcp,
  ...today,
  ...written,
};
