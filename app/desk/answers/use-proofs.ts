/** What the runs of a chosen checkpoint give. They were made when the file was checked, so they are there at once. */
import { useEffect, useState } from "react";
import { proofOf } from "../../../lessons/hand-in/proof.ts";
import { openVariant } from "../../../lessons/variants/open-variant.ts";
import { asItStands } from "../../../lessons/judge.ts";
import type { Judgement } from "../../../lessons/judge.ts";
import type { CheckpointPart } from "../../../lessons/types.ts";
import { checker } from "../class/class-files.ts";
import type { AnswerColumn, ShownReport } from "../class/rows.ts";

export interface PartProof {
  readonly part: CheckpointPart;
  /** Null where nothing was submitted, or its setting cannot be run. */
  readonly judgement: Judgement | null;
}

async function proofsOf(shown: ShownReport, column: AnswerColumn): Promise<readonly PartProof[]> {
  const { step, id } = column;
  const { own, student } = shown.data;
  const lesson = own === true ? await openVariant(column.lesson, student) : column.lesson;
  const found = lesson.steps[step - 1];
  const parts = found?.checkpoint?.id === id ? found.checkpoint.parts : [];
  const proofs: PartProof[] = [];
  for (const part of parts) {
    const given = shown.data.checks[`${id}/${part.id}`];
    if (found === undefined || given === undefined || given.hash === null) proofs.push({ part, judgement: null });
    else {
      const set = { ...asItStands(found.stage, part).set, ...given.set };
      const proof = proofOf(part, { set, faults: given.faults }, checker.engine);
      const judgement = await proof.then(
        (one) => one.judgement,
        () => null,
      );
      proofs.push({ part, judgement });
    }
  }
  return proofs;
}

/** Null until they are there, and for a prediction. */
export function useProofs(shown: ShownReport | undefined, column: AnswerColumn): readonly PartProof[] | null {
  const [found, setFound] = useState<{ readonly of: unknown; readonly proofs: readonly PartProof[] } | null>(null);
  const of = shown === undefined ? null : `${shown.report.file} ${shown.data.saved} ${column.key}`;
  useEffect(() => {
    if (shown === undefined || column.kind !== "checkpoint") return;
    let isWanted = true;
    void proofsOf(shown, column).then((proofs) => {
      if (isWanted) setFound({ of, proofs });
    });
    return () => {
      isWanted = false;
    };
  }, [of, shown, column]);
  return found?.of === of ? (found?.proofs ?? null) : null;
}
