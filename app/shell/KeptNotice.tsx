import { Notices } from "../controls/Notices.tsx";
import { answers } from "../record/answers.ts";
import { NOTHING_KEPT } from "../record/record.ts";

const NOT_KEPT =
  "This browser keeps nothing: your answers last until the page is closed. Before you leave, save them under “Your " +
  "answers” at the end of the lesson.";

/** What became of kept answers that the page cannot read, or that none are kept, until the reader dismisses it. */
export function KeptNotice({ problem }: { readonly problem: string }) {
  return (
    <Notices
      notices={[{ kind: "problem", text: problem === NOTHING_KEPT ? NOT_KEPT : problem }]}
      onDismiss={() => answers.setState({ problem: null })}
    />
  );
}
