/** "✓ right" or "✗ not so", in words beside the sign. */
export function Verdict({ right, children }: { readonly right: boolean; readonly children?: string | undefined }) {
  return (
    <b className={right ? "verdict right" : "verdict wrong"}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path
          d={right ? "M1.5 6.5 4.5 9.5 10.5 2.5" : "M2 2l8 8M10 2l-8 8"}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
      {children ?? (right ? "Right" : "Not right")}
    </b>
  );
}
