import { useState } from "react";
import { AnswersPanel } from "./later.tsx";

/** The reader's own answers, behind a line that opens them. */
export function YourAnswers() {
  const [opened, setOpened] = useState(false);
  return (
    <details className="answers-panel" onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary>Your answers</summary>
      {opened && <AnswersPanel />}
    </details>
  );
}
