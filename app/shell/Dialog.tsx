import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Content beside the Close button. */
  readonly aside?: ReactNode;
}

/** A modal dialog: the browser's own keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children, aside }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    box.current?.showModal();
    heading.current?.focus(); // the browser's own choice may be a button at the end, and a long text opens there
  }, []);
  return (
    <dialog ref={box} className="box" aria-labelledby={id} onClose={onClose}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
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
