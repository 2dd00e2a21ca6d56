/** The notes of all experiments, apart from these: a run and a lesson do not need them. */
import { listUnder } from "../kernel/tally.ts";
import { NOTES } from "./all-notes.ts";

const BY_ID = new Map(Object.entries(NOTES));

/** Notes on what the simulation of an experiment leaves out, and why it misses; empty for one that has none. */
export const notesOf = (id: string): readonly string[] => listUnder(BY_ID, id);
