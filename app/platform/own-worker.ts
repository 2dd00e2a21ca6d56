/**
 * A frame with a sandbox and without `allow-same-origin` has an origin of its own, from which a browser starts no
 * worker of the site. There a worker begins with a line of the page, which fetches the site’s file as the page itself
 * does.
 */
export function startWorkersFromHere(): void {
  const Own = globalThis.Worker;
  globalThis.Worker = class extends Own {
    constructor(url: string | URL, options?: WorkerOptions) {
      const line = `import ${JSON.stringify(new URL(url, document.baseURI).href)};`;
      const own = URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
      super(String(url).startsWith("blob:") ? url : own, options);
    }
  };
}
