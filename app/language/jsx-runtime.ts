/**
 * What the compiler writes for each element of the page. On a page in another language, the texts of the elements of
 * HTML and SVG are looked up, so that components are written in English and name no catalogue.
 */
import { Fragment } from "react";
import type { ElementType, Key, ReactElement } from "react";
import { jsx as reactJsx, jsxs as reactJsxs } from "react/jsx-runtime";
import { spokenLanguage } from "./text.ts";
import type { ElementProps } from "./text.ts";

export { Fragment };

function given(type: ElementType, props: ElementProps, fixed: boolean): ElementProps {
  const language = spokenLanguage();
  if (language === null) return props;
  if (typeof type === "string") return language.props(type, props, fixed);
  return type === (Fragment as unknown) ? language.props(null, props, fixed) : props;
}

export const jsx = (type: ElementType, props: ElementProps, key?: Key): ReactElement =>
  reactJsx(type, given(type, props, false), key);

export const jsxs = (type: ElementType, props: ElementProps, key?: Key): ReactElement =>
  reactJsxs(type, given(type, props, true), key);

/** As a page in development has it: `fixed` where the children stand at fixed places. */
export const jsxDEV = (type: ElementType, props: ElementProps, key?: Key, fixed = false): ReactElement =>
  fixed ? jsxs(type, props, key) : jsx(type, props, key);
