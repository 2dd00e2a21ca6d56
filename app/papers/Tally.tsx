import type { ReactNode } from "react";
import type { Tally as Sums } from "./boards.ts";
import { deviationText } from "./deviation.ts";

function Item({ figure, children }: { readonly figure: string | number; readonly children: ReactNode }) {
  return (
    <span>
      <b>{figure}</b> {children}
    </span>
  );
}

/** Shows counts over published numbers. @param of "cells of Table I" */
export function Tally({ sums, of }: { readonly sums: Sums; readonly of: string }) {
  const { cells, predicted, near, calibrated, given, unsimulated, worstOff } = sums;
  return (
    <div className="row tally">
      <Item figure={cells}>{of}</Item>
      {predicted > 0 && <Item figure={`${near} of ${predicted}`}>predictions within 5&#8239;%</Item>}
      {calibrated > 0 && <Item figure={calibrated}>calibrated</Item>}
      {given > 0 && <Item figure={given}>inputs and identities</Item>}
      {unsimulated > 0 && <Item figure={unsimulated}>not simulated</Item>}
      {worstOff !== null && <Item figure={deviationText(worstOff)}>largest miss</Item>}
    </div>
  );
}

/** Explains the marks of the strips. */
export function Legend() {
  return (
    <div className="row legend">
      <span>
        <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
          <path className="zero" d="M6 0V14" />
        </svg>
        the paper’s number is the zero line
      </span>
      <span className="k-model">
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <rect className="square" x="2" y="2" width="8" height="8" />
        </svg>
        model
      </span>
      <span className="k-simulated">
        <svg width="30" height="12" viewBox="0 0 30 12" aria-hidden="true">
          <path className="whisker" d="M1 7h28" />
          <path className="triangle" d="M15 1.5l4.8 8.4h-9.6z" />
        </svg>
        simulated, 95&#8239;%
      </span>
      <span>
        <svg width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
          <rect className="near edged" x="0.5" y="0.5" width="19" height="11" />
        </svg>
        within 5&#8239;%
      </span>
    </div>
  );
}
