import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What stands beside Close. */
  readonly aside?: ReactNode;
}

/** A modal dialog: the browser's own keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children, aside }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} className="box" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
      <div className="end">
        <div>{aside}</div>
        <button type="button" className="btn primary" onClick={() => box.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
