/** The smaller parts of a step: what only some readers want, what the reader should know before. */
import type { ReactNode } from "react";

/** What only some readers want to know, behind a line that opens it. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="text-fold">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function Recap({ children }: { readonly children: ReactNode }) {
  return (
    <aside className="recap" aria-label="Before you begin">
      {children}
    </aside>
  );
}
