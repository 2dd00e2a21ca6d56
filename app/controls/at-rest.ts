const REST_MS = 5000;

/** When the page is drawn and the browser has time: what may come later must not hold up what the
 * reader sees. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    const rest = (): void => void setTimeout(resolve, REST_MS);
    if (document.readyState === "complete") rest();
    else window.addEventListener("load", rest, { once: true });
  });
