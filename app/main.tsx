/** The page starts. */
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { fetchedAhead } from "./ahead.ts";
import { presentationOf } from "./setup/presentation.ts";
import { startLanguage } from "./language/choice.ts";
import { arrive, currentPlace, mendWith, shownPlace } from "./setup/location.ts";
import { keepTranslated } from "./translated.ts";
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/buttons.css";
import "./styles/shell.css";
import "./styles/print.css";
import "./styles/forced-colors.css";

/** The families that the page's head preloads: those of app/build/fonts.ts. */
const FACES = ["IBM Plex Sans", "Source Serif 4", "Source Serif 4 Display"];
// Asked for before the first layout. Else the browser lays the page out in the machine's fonts, and looks up each one.
for (const face of FACES) void document.fonts.load(`1rem "${face}"`);

keepTranslated(document);
for (const id of ["no-program", "no-origin"]) document.getElementById(id)?.remove();
const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with id "root"');
// React has drawn the page after all. What went wrong at first is named by its own words, not by React's number for it.
const onRecoverableError = (error: unknown): void =>
  reportError(error instanceof Error && error.cause !== undefined ? error.cause : error);
const page = createRoot(root, { onRecoverableError });
// In a transition React lets the browser answer between two parts of a large place.
mendWith((hash, search) => import("./setup/mend-address.ts").then((m) => m.mendedAddress(hash, search)));
/** A sandbox that gives the page no origin of its own lets it start no worker either. */
const isOpaque = self.origin === "null";
void arrive()
  .then(() => (isOpaque ? import("./platform/own-worker.ts").then((m) => m.startWorkersFromHere()) : undefined))
  .then(() => {
    const place = currentPlace();
    if (!presentationOf(place).withText) return;
    return import("./platform/start.ts").then((m) => m.joinParent(place)).catch(reportError);
  })
  .then(() => startLanguage(shownPlace(currentPlace())))
  .then(() => fetchedAhead(currentPlace()))
  .then(() => startTransition(() => page.render(<App />)));
