/** The page starts: reads its link, starts the work, draws, and keeps the address in step with what is set. */
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { startLab, sweepKey } from "./bench/lab.ts";
import { readLink, writeLink } from "./bench/link.ts";
import type { ReadLink } from "./bench/link.ts";
import { answerRows } from "./bench/answers.ts";
import { experimentOf, setupKey } from "./bench/setup.ts";
import { createBenchStore, follow } from "./bench/store.ts";
import type { BenchStore } from "./bench/store.ts";
import type { Notice } from "./bench/notice.ts";
import { currentPlace, onPlaceChange, replacePlace } from "./shell/location.ts";
import type { TestApi } from "./test-api.ts";
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/parameters.css";
import "./styles/shell.css";
import "./styles/answers.css";
import "./styles/bench.css";

const noticesOf = (link: ReadLink): readonly Notice[] => link.problems.map((text) => ({ kind: "problem", text }));

function testApi(store: BenchStore): TestApi {
  const ran = (): boolean => {
    const { setup, shown, running } = store.getState();
    return !running && shown?.key === setupKey(setup);
  };
  return {
    version: __ROUNDTRIP_VERSION__,
    ran,
    ready: () => {
      const { setup, sweep, python } = store.getState();
      return ran() && sweep?.key === sweepKey(setup) && python.tag !== "starting";
    },
    traceHash: () => store.getState().shown?.run.traceHash ?? null,
    modelValue: (measure) => {
      const { setup, shown, models } = store.getState();
      const rows = answerRows(experimentOf(setup), setup.parameters, shown?.run ?? null, models);
      return rows.find((row) => row.measure === measure)?.model?.value ?? null;
    },
    experiment: () => store.getState().setup.experiment,
  };
}

function start(root: HTMLElement): void {
  const link = readLink(currentPlace());
  const store = createBenchStore(link.setup, link.linked, noticesOf(link));
  const lab = startLab(store);
  store.subscribe((state, before) => {
    if (state.setup === before.setup) return;
    replacePlace(writeLink(state.setup));
    document.title = `${experimentOf(state.setup).title} – Roundtrip`;
  });
  document.title = `${experimentOf(link.setup).title} – Roundtrip`;
  onPlaceChange((place) => {
    const followed = readLink(place);
    follow(store, followed.setup, followed.linked, noticesOf(followed));
  });
  window.roundtrip = testApi(store);
  createRoot(root).render(<App bench={{ store, lab }} />);
}

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with id "root"');
start(root);
