/** Puts a part of the text below the stage’s figure, where one sees what it does; in the text where no stage is. */
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLesson } from "./context.ts";

export function OnDesk({ children }: { readonly children: ReactNode }) {
  const { desk } = useLesson();
  return desk === null ? children : createPortal(children, desk);
}
