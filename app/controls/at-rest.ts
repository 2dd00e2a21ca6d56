const REST_MS = 5000;

/** When the page is drawn and the browser has time: what may come later must not hold up what the
 * reader sees. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    const rest = (): void => void setTimeout(resolve, REST_MS);
    if (document.readyState === "complete") rest();
    else window.addEventListener("load", rest, { once: true });
  });

const FIRST_VIEW_MS = 1000; // at most, behind the page's load

/** When the first view is drawn: parts that stand further down are fetched then, so that it waits for none of them. */
export const firstViewDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = (): void => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: FIRST_VIEW_MS });
      else setTimeout(resolve, FIRST_VIEW_MS);
    };
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });
