/**
 * A frame with a sandbox and without `allow-same-origin` has an origin of its own, from which a browser starts no
 * worker of the site, and no module of its own making. There a worker begins with a line of the page, which fetches the
 * site’s file as the page itself does; what it is told meanwhile waits.
 */
const beginning = (file: string): string => `
  const early = [];
  const keep = (event) => { event.stopImmediatePropagation(); early.push(event); };
  addEventListener("message", keep);
  import(${JSON.stringify(file)}).then(() => {
    removeEventListener("message", keep);
    for (const { data, ports } of early) dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
  }, (error) => setTimeout(() => { throw error; }));
`;

export function startWorkersFromHere(): void {
  const Own = globalThis.Worker;
  globalThis.Worker = class extends Own {
    constructor(url: string | URL, options: WorkerOptions = {}) {
      const { href } = new URL(url, document.baseURI);
      const isOwn = href.startsWith("blob:");
      const text = new Blob([beginning(href)], { type: "text/javascript" });
      super(isOwn ? href : URL.createObjectURL(text), isOwn ? options : { ...options, type: "classic" });
    }
  };
}
