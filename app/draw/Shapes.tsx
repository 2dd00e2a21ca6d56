import { createContext, createElement, use, useId } from "react";
import type { ReactNode } from "react";
import { INKS } from "./palette.ts";
import type { Ink, Palette } from "./palette.ts";
import type { Shape } from "./scene.ts";
import { elementsOf, hatches } from "./elements.ts";
import type { SvgElement } from "./elements.ts";

/** Every ink as the page's custom property, which follows the theme by itself. */
const PAGE_INKS = Object.fromEntries(INKS.map((ink) => [ink, `var(--${ink})`])) as Record<Ink, string> as Palette;

/** React writes "strokeWidth", and "aria-hidden" as it is. */
const inReact = (attribute: string): string =>
  attribute.startsWith("aria-")
    ? attribute
    : attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function drawn({ name, attributes, content }: SvgElement, key: number): ReactNode {
  const given = Object.fromEntries(Object.entries(attributes).map(([attribute, value]) => [inReact(attribute), value]));
  const inside = typeof content === "string" ? content : content?.map(drawn);
  return createElement(name, { ...given, key }, inside);
}

/** What the ids of a drawing’s patterns begin with: no other drawing of the page has them. */
const HatchContext = createContext<string | undefined>(undefined);

/** Shapes in the page's colours. They are drawn in order and have no identity: their place is their key. */
export function Shapes({ shapes }: { readonly shapes: readonly Shape[] }) {
  const id = use(HatchContext);
  return shapes.flatMap((shape) => elementsOf(shape, PAGE_INKS, id)).map(drawn);
}

/** Around the shapes of a drawing that has hatched boxes: their patterns. */
export function Hatched({ children }: { readonly children: ReactNode }) {
  const id = useId();
  return (
    <HatchContext value={id}>
      <defs>{hatches(PAGE_INKS, id).map(drawn)}</defs>
      {children}
    </HatchContext>
  );
}
