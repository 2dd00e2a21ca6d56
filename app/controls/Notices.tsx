import type { Notice } from "./notice.ts";

interface Props {
  readonly notices: readonly Notice[];
  readonly onDismiss: (notice: Notice) => void;
}

/** One line each under the masthead; they stay until they are dismissed. */
export function Notices({ notices, onDismiss }: Props) {
  return (
    <div role="status" aria-label="Notices">
      {notices.map((notice, i) => (
        <div key={`${i} ${notice.text}`} className="notice">
          <span>{notice.text}</span>
          <button type="button" className="link" onClick={() => onDismiss(notice)}>
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
