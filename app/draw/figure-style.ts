/** The page's inks and type for a figure on a canvas. Apart from page.ts, which pages without a canvas need too. */
import { useMemo } from "react";
import { pageStyle } from "./canvas.ts";
import type { PageStyle } from "./canvas.ts";
import { useStyleChanges } from "./page-hooks.ts";
import type { MeasureText } from "./text-width.ts";

interface FigureStyle {
  readonly style: PageStyle;
  readonly measure: MeasureText;
}

/** Style and type of the page, read again when they change. */
export function useFigureStyle(theme: string | undefined): FigureStyle {
  const epoch = useStyleChanges();
  return useMemo(() => {
    // The numbers themselves say nothing: that they changed is what counts.
    void epoch;
    void theme;
    const style = pageStyle(document.documentElement);
    return { style, measure: style.measure };
  }, [epoch, theme]);
}
