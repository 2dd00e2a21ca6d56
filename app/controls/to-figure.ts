/** The key that leads straight into the figure of a place: from the top of a page it is dozens of Tabs away. */

/** Figures that take the focus, in the order in which one is looked for. */
const FIGURES = ".tl-figure, [role=application], figure [tabindex='0'], .hero [tabindex='0']";

/** Puts the focus on the figure, or from there on the first packet in it, else on the first thing to take hold of. */
export function toFigure(): void {
  const figure = document.querySelector<HTMLElement>(`main :is(${FIGURES})`);
  const first = (what: string): HTMLElement | null =>
    figure === document.activeElement ? (figure?.querySelector<HTMLElement>(what) ?? null) : null;
  const next = first("[data-handle].is-disc") ?? first("[data-handle]") ?? figure;
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
