/** Figures of a run that is no longer asked for: paler, and nothing in them can be chosen. */
import { useEffect, useState } from "react";
import { setupKey } from "../setup/setup.ts";
import { useBench } from "./context.ts";

/** Whether the run on the screen is of another setup than is asked for. */
export const useOld = (): boolean =>
  useBench(({ work: { shown }, setup }) => shown !== null && shown.key !== setupKey(setup));

/** Most runs end sooner. To pale the figures for such a run, and to take that back, would take as long as the run. */
const PALE_AFTER_MS = 250;

/** Whether something has lasted for so long that the page says so. */
export function useLate(lasting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lasting) return;
    const timer = setTimeout(() => setLate(true), PALE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lasting]);
  return lasting && late;
}

export const staleProps = (stale: boolean): { readonly className?: string; readonly inert?: boolean } =>
  stale ? { className: "stale", inert: true } : {};
