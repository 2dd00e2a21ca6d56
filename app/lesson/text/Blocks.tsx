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

/**
 * A paragraph of a translated lesson in English: one that nobody has translated yet, or, behind a line that opens it,
 * one that is newer than the translation before it.
 */
export function English({ newer = false, children }: { readonly newer?: boolean; readonly children: ReactNode }) {
  if (!newer) return <div lang="en">{children}</div>;
  return (
    <details className="text-fold older">
      <summary>This paragraph is older than the English one. Show the English one</summary>
      <div lang="en">{children}</div>
    </details>
  );
}
