/** The notes of all experiments, apart from these: a run and a lesson do not need them. */
import { NOTES as firefly } from "./firefly/notes.ts";
import { NOTES as flexrpc } from "./flexrpc/notes.ts";
import { NOTES as multirpc } from "./multirpc/notes.ts";
import type { Notes } from "./types.ts";

const ALL: Notes = { ...firefly, ...flexrpc, ...multirpc };

/** What the simulation of an experiment leaves out, and why it misses; empty for one that has no such note. */
export const notesOf = (id: string): readonly string[] => (Object.hasOwn(ALL, id) ? (ALL[id] ?? []) : []);
