/** Figures of a run that is no longer asked for: paler, and nothing in them can be chosen. */
export const staleProps = (stale: boolean): { readonly className?: string; readonly inert?: boolean } =>
  stale ? { className: "stale", inert: true } : {};
