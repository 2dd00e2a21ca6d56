/** A line under the masthead: what could not be done as asked, or what became of a linked run. */
export interface Notice {
  readonly kind: "problem" | "news";
  readonly text: string;
}
