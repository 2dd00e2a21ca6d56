/** A box that files are dropped on; it is lit while they are above it. */
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { takeDrops } from "./take-drops.ts";

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

/** A file that is dropped beside the field is taken, too. @param onFiles is told one at least */
export function useDropsAnywhere(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => takeDrops(document, onFiles), [onFiles]);
}
