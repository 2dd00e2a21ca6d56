/** A link that was copied, or could not be. */
export interface Copied {
  readonly link: string;
  readonly done: boolean;
}

/** Puts a link on the clipboard; says so where the browser does not allow it. */
export async function copy(link: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(link);
    return { link, done: true };
  } catch {
    return { link, done: false }; // refused, or no clipboard on a page without https
  }
}

export function CopiedLine({ copied }: { readonly copied: Copied | null }) {
  return (
    <p className="copied" role="status">
      {copied !== null && (
        <>
          {copied.done ? "Link copied: " : "The browser does not let the page copy. This is the link: "}
          <span className="mono">{copied.link}</span>
        </>
      )}
    </p>
  );
}
