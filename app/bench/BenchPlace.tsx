import { useEffect } from "react";
import { useStore } from "zustand";
import { Notices } from "../shell/Notices.tsx";
import type { Place } from "../shell/location.ts";
import { Bench } from "./Bench.tsx";
import { Context } from "./context.ts";
import { benchAt, followTo } from "./session.ts";
import { dismiss } from "./store.ts";
import "../styles/parameters.css";
import "../styles/answers.css";
import "../styles/bench.css";

/** The bench as a place of the site. */
export function BenchPlace({ place }: { readonly place: Place }) {
  const bench = benchAt(place);
  const notices = useStore(bench.store, (state) => state.notices);
  useEffect(() => followTo(bench, place), [bench, place]);
  return (
    <Context value={bench}>
      <Notices notices={notices} onDismiss={(notice) => dismiss(bench.store, notice)} />
      <Bench />
    </Context>
  );
}
