import { counted } from "../words/numbers.ts";
import type { Notice } from "./notice.ts";

const MOST = 20; // a link may be wrong in thousands of ways

export interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly onDismiss: (notices: readonly Notice[]) => void;
}

/** One box, however many there are: one sentence, or a list of the first 20. */
export function NoticeLines({ notices, onDismiss }: NoticesProps) {
  const more = notices.length - MOST;
  const [first] = notices;
  return (
    <div className="notice">
      {notices.length === 1 ? (
        <span>{first?.text}</span>
      ) : (
        <ul>
          {notices.slice(0, MOST).map((notice, i) => (
            <li key={`${i} ${notice.text}`}>{notice.text}</li>
          ))}
          {more > 0 && <li>There are {counted(more, "more notice")}.</li>}
        </ul>
      )}
      <button type="button" className="link" onClick={() => onDismiss(notices)}>
        Dismiss
      </button>
    </div>
  );
}
