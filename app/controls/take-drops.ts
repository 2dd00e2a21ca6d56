/** Files that a reader drops on the page. A browser would leave the page for a file that nobody takes. */

/** A text that is dragged into a field is the field's, and so is a file on a field for files. */
const isOurs = ({ defaultPrevented, dataTransfer, target }: DragEvent): boolean =>
  !defaultPrevented &&
  dataTransfer?.types.some((type) => /^files$/i.test(type)) === true &&
  !(target instanceof HTMLInputElement && target.type === "file");

/**
 * Takes the files that nothing inside has taken. A place listens at the document; the page, which takes what no place
 * wants, at the window.
 * @param onFiles is told one at least
 * @returns ends it
 */
export function takeDrops(at: Document | Window, onFiles: (files: readonly File[]) => void): () => void {
  const over = (event: Event): void => {
    if (isOurs(event as DragEvent)) event.preventDefault();
  };
  const drop = (event: Event): void => {
    if (!isOurs(event as DragEvent)) return;
    event.preventDefault();
    const files = [...((event as DragEvent).dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  };
  at.addEventListener("dragover", over);
  at.addEventListener("drop", drop);
  return () => {
    at.removeEventListener("dragover", over);
    at.removeEventListener("drop", drop);
  };
}

/** The files that were chosen in a field. It is empty again then, so that the same ones may be chosen once more. */
export function takeChosen(field: HTMLInputElement): readonly File[] {
  const files = [...(field.files ?? [])];
  field.value = "";
  return files;
}
