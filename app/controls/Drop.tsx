/** A box that files are dropped on; it is lit while they are above it. */
import { useEffect, useState } from "react";
import type { ReactNode } from "react";

interface Props {
  readonly className: string; // "over" beside it while files are above
  readonly onFiles: (files: readonly File[]) => void; // one at least
  readonly children: ReactNode;
}

/** Chromium asks for a drop only where dragover is answered. */
export function Drop({ className, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? `${className} over` : className}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}

/** A file that is dropped beside the field must not take the page away. @param onFiles is told one at least */
export function useDropsAnywhere(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [onFiles]);
}
