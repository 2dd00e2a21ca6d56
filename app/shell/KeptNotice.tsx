import { Notices } from "../controls/Notices.tsx";
import { answers } from "../record/answers.ts";

/** What became of kept answers that the page cannot read, or that none are kept, until the reader dismisses it. */
export function KeptNotice({ problem }: { readonly problem: string }) {
  return (
    <Notices notices={[{ kind: "problem", text: problem }]} onDismiss={() => answers.setState({ problem: null })} />
  );
}
