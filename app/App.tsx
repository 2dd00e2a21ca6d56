import { useState } from "react";
import { useStore } from "zustand";
import { Bench } from "./bench/Bench.tsx";
import { Context } from "./bench/context.ts";
import type { BenchContext } from "./bench/context.ts";
import { dismiss } from "./bench/store.ts";
import { Footer } from "./shell/Footer.tsx";
import { HelpDialog } from "./shell/HelpDialog.tsx";
import { KEYS, useGlobalKeys } from "./shell/keys.ts";
import { Masthead } from "./shell/Masthead.tsx";
import { Notices } from "./shell/Notices.tsx";
import { toggleTheme } from "./shell/theme.ts";
import { timelineKeys } from "./timeline/index.ts";

const ALL_KEYS = [...KEYS, ...timelineKeys];

/** The page: masthead, notices, the bench, foot. */
export function App({ bench }: { readonly bench: BenchContext }) {
  const [help, setHelp] = useState(false);
  const notices = useStore(bench.store, (state) => state.notices);
  useGlobalKeys({ help: () => setHelp(true), theme: toggleTheme });
  return (
    <Context value={bench}>
      <button type="button" className="skip" onClick={() => document.getElementById("figures")?.focus()}>
        Skip to the figures
      </button>
      <Masthead onHelp={() => setHelp(true)} />
      <Notices notices={notices} onDismiss={(notice) => dismiss(bench.store, notice)} />
      <Bench />
      <Footer />
      {help && <HelpDialog keys={ALL_KEYS} onClose={() => setHelp(false)} />}
    </Context>
  );
}
