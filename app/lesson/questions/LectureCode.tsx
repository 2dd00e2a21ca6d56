/** Below a prediction that was made for an assignment: its code, which a lecture takes in without a name. */
import { useState } from "react";
import { answerCode } from "../../../lessons/hand-in/answer-code.ts";
import type { Prediction } from "../../../lessons/types.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import { useLesson, useRecord } from "../context.ts";
import { keptStudent } from "../../record/student.ts";

interface Props {
  readonly prediction: Prediction;
  readonly answer: Committed; // the first
}

export function LectureCode({ prediction, answer }: Props) {
  const { lesson } = useLesson();
  const [record] = useRecord();
  const [isOpen, setOpen] = useState(false);
  const at = record.log.find(({ about }) => about === prediction.id)?.at ?? 0;
  return (
    <div className="lecture-code">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Code for the lecture
      </button>
      {isOpen && (
        <>
          <output>{answerCode(lesson, prediction, answer, `${keptStudent()} ${at}`)}</output>
          <p className="note">Give it to your teacher. It says what you predicted, and not who you are.</p>
        </>
      )}
    </div>
  );
}
