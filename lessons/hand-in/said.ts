/** What a reader answers with a sentence: an explanation, or the same cause in another system. */
import type { Option, Prose, Step } from "../types.ts";

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
