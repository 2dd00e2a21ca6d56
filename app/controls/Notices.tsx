import { Suspense } from "react";
import { fetched } from "./fetched.tsx";
import type { NoticesProps } from "./NoticeLines.tsx";

const NoticeLines = fetched("A notice", () => import("./NoticeLines.tsx").then((m) => m.NoticeLines));

/** One box of notices under the masthead until the reader dismisses it. It is fetched when there are any. */
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
