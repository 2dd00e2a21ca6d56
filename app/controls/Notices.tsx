import { counted } from "../words/numbers.ts";
import type { Notice } from "./notice.ts";

const MOST = 20; // a link may be wrong in thousands of ways

interface Props {
  readonly notices: readonly Notice[];
  readonly onDismiss: (notices: readonly Notice[]) => void;
}

/** One line each under the masthead, the first 20 of them; they stay until they are dismissed. */
export function Notices({ notices, onDismiss }: Props) {
  const more = notices.length - MOST;
  return (
    <div role="status" aria-label="Notices">
      {notices.slice(0, MOST).map((notice, i) => (
        <div key={`${i} ${notice.text}`} className="notice">
          <span>{notice.text}</span>
          <button type="button" className="link" onClick={() => onDismiss([notice])}>
            Dismiss
          </button>
        </div>
      ))}
      {notices.length > 1 && (
        <div className="notice">
          <span>{more > 0 && `There are ${counted(more, "more notice")}.`}</span>
          <button type="button" className="link" onClick={() => onDismiss(notices)}>
            Dismiss all {counted(notices.length, "notice")}
          </button>
        </div>
      )}
    </div>
  );
}
