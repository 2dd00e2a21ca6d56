/**
 * A browser behind a WebDriver (W3C Recommendation, 2018), for engines that the browser tests do not drive: WebKit’s
 * WebKitWebDriver, Apple’s safaridriver, Mozilla’s geckodriver. Each speaks the same few commands over HTTP.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { scheduler } from "node:timers/promises";

/** The reader’s keys that are no letters (WebDriver, §17.4.2). */
export const KEYS = { right: "\uE014", space: " " } as const;

interface Answer {
  readonly value: unknown;
}

/** Milliseconds between two looks at the page. */
const ASK_MS = 200;
const STARTS_WITHIN_MS = 10_000;

const aFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

export class WebDriver {
  readonly #session: string;
  readonly #end: () => void;
  /** "MiniBrowser 2.50.6" */
  readonly name: string;

  private constructor(session: string, name: string, end: () => void) {
    this.#session = session;
    this.name = name;
    this.#end = end;
  }

  /** Starts a driver program and its browser, with a window of 1440 by 900 px. Rejects where either does not start. */
  static async start(program: string): Promise<WebDriver> {
    const port = await aFreePort();
    const child = spawn(program, ["-p", String(port)], { stdio: "ignore" });
    const failed = new Promise<never>((_, reject) => {
      child.on("error", (error) => reject(new Error(`${program} does not start: ${error.message}`)));
      child.on("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    failed.catch(() => undefined); // it ends with the session, too
    const url = `http://127.0.0.1:${port}`;
    try {
      await Promise.race([failed, isReady(url)]);
      const begun = (await asked(`${url}/session`, { capabilities: { alwaysMatch: {} } })) as {
        readonly sessionId: string;
        readonly capabilities: Readonly<Record<string, unknown>>;
      };
      const { browserName, browserVersion } = begun.capabilities;
      const name = `${String(browserName)} ${String(browserVersion)}`;
      const driver = new WebDriver(`${url}/session/${begun.sessionId}`, name, () => child.kill());
      await asked(`${driver.#session}/window/rect`, { width: 1440, height: 900 });
      return driver;
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  async end(): Promise<void> {
    await fetch(this.#session, { method: "DELETE" }).catch(() => undefined);
    this.#end();
  }

  open(url: string): Promise<unknown> {
    return asked(`${this.#session}/url`, { url });
  }

  /** The value of an expression in the page. */
  value(expression: string): Promise<unknown> {
    return asked(`${this.#session}/execute/sync`, { script: `return (${expression});`, args: [] });
  }

  /** Resolves when an expression is true in the page. Rejects after `seconds`, with what `instead` then is. */
  async until(expression: string, seconds: number, instead = "document.body.innerText.slice(0, 300)"): Promise<void> {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      if ((await this.value(`(${expression}) === true`)) === true) return;
      await scheduler.wait(ASK_MS);
    }
    throw new Error(`not within ${seconds} s: ${expression}; instead: ${JSON.stringify(await this.value(instead))}`);
  }

  /** Presses and lets go a key on what has the focus. */
  press(key: string): Promise<unknown> {
    const actions = [
      { type: "keyDown", value: key },
      { type: "keyUp", value: key },
    ];
    return asked(`${this.#session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Takes hold of the page at a point, in px, pulls it by so many px in ten steps, and lets go. */
  drag([x, y]: readonly [number, number], [alongX, alongY]: readonly [number, number]): Promise<unknown> {
    const at = (share: number) => ({
      ...{ type: "pointerMove", duration: 40 },
      ...{ x: Math.round(x + share * alongX), y: Math.round(y + share * alongY) },
    });
    const steps = Array.from({ length: 10 }, (_, i) => at((i + 1) / 10));
    const actions = [at(0), { type: "pointerDown", button: 0 }, ...steps, { type: "pointerUp", button: 0 }];
    const pointer = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
    return asked(`${this.#session}/actions`, { actions: [pointer] });
  }
}

async function isReady(url: string): Promise<void> {
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await scheduler.wait(ASK_MS)) {
    if (
      await fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  throw new Error(`the driver at ${url} does not answer`);
}

/** Rejects with the driver’s own words where the command fails. */
async function asked(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${error}: ${message.slice(0, 300)}`);
}
