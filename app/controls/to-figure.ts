/** The key that leads straight into the figure of a place: from the top of a page it is dozens of Tabs away. */

/** Figures that take the focus, in the order in which one is looked for. */
const FIGURES = ".tl-figure, [role=application], figure [tabindex='0'], .hero [tabindex='0']";

/** Things in a figure that one can take hold of: one of them is its tab stop. */
const THING = "[data-handle][tabindex='0']";

/** Puts the focus on the figure, or from there on the first thing in it. */
export function toFigure(): void {
  const figure = document.querySelector<HTMLElement>(`main :is(${FIGURES})`);
  const thing = figure === document.activeElement ? figure?.querySelector<HTMLElement>(THING) : null;
  const next = thing ?? figure;
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
