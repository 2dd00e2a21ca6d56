import type { CSSProperties } from "react";

/** Head of the column in which each row of differences has its bar. */
export const BarsHead = () => (
  <th scope="col" className="twin-bars">
    <span className="vh">Difference as a bar: left shorter, right longer</span>
    <span aria-hidden="true" className="twin-ends">
      <i>shorter</i>
      <i>longer</i>
    </span>
  </th>
);

/** A bar from the middle of its column. @param share of half the column, below 0 to the left */
export function barOf(share: number): CSSProperties {
  const size = `${Math.abs(share) * 50}%`;
  return share < 0 ? { right: "50%", width: size } : { left: "50%", width: size };
}
