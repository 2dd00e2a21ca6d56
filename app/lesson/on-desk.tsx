/** Puts a part of the text below the stage’s figure, where one sees what it does. It waits until that is drawn. */
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLesson } from "./context.ts";

export function OnDesk({ children }: { readonly children: ReactNode }) {
  const { desk } = useLesson();
  return desk === null ? null : createPortal(children, desk);
}
