import { counted } from "../words/numbers.ts";
import type { Notice } from "./notice.ts";

const MOST = 20; // a link may be wrong in thousands of ways

export interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly onDismiss: (notices: readonly Notice[]) => void;
}

/** One line each, the first 20 of them. */
export function NoticeLines({ notices, onDismiss }: NoticesProps) {
  const more = notices.length - MOST;
  return (
    <>
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
    </>
  );
}
