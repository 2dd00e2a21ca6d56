/** What a step asks of its reader: sentences, and what is to be reached in its checkpoint. */
import type { CheckpointPart, Option, Prose, Step } from "../types.ts";

/** What is answered with a sentence: an explanation, or the same cause in another system. */
export interface Said {
  readonly id: string; // of the record
  readonly prompt: Prose;
  readonly picks?: readonly Option[];
  readonly ours: Prose;
}

/** The question of a modern case as one that is answered with a sentence. */
export const transferSaid = ({ id }: Pick<Step, "id">, { question, answer }: NonNullable<Step["transfer"]>): Said => ({
  id: `${id}-transfer`,
  prompt: question,
  ours: answer,
});

/** The sentences that a step asks for, in their order. */
export const saidIn = ({ id, explain, transfer }: Pick<Step, "id" | "explain" | "transfer">): readonly Said[] => [
  ...(explain === undefined ? [] : [explain]),
  ...(transfer === undefined ? [] : [transferSaid({ id }, transfer)]),
];

interface Check {
  readonly name: string; // "checkpoint/part", as in records and reports
  readonly part: CheckpointPart;
}

/** The parts of a step’s checkpoint, in their order; none where it has no checkpoint. */
export const checksIn = ({ checkpoint }: Pick<Step, "checkpoint">): readonly Check[] =>
  checkpoint === undefined ? [] : checkpoint.parts.map((part) => ({ name: `${checkpoint.id}/${part.id}`, part }));
