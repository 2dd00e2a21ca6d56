import { Suspense } from "react";
import { fetched } from "./fetched.tsx";
import type { NoticesProps } from "./NoticeLines.tsx";

const NoticeLines = fetched("A notice", () => import("./NoticeLines.tsx").then((m) => m.NoticeLines));

/** Notices under the masthead; they stay until they are dismissed. Their lines are fetched when there are any. */
export function Notices(props: NoticesProps) {
  return (
    <div role="status" aria-label="Notices">
      {props.notices.length > 0 && (
        <Suspense>
          <NoticeLines {...props} />
        </Suspense>
      )}
    </div>
  );
}
