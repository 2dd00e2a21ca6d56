import { describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import type { Machine } from "./browser.ts";

const OWN = "/cache/chrome";
const VERSION = "Chromium 156.0.0.0";

/** A machine with Chromium at these paths; commands are found in /bin. */
function machine(present: readonly string[], rest: Partial<Machine> = {}): Machine {
  return {
    named: undefined,
    playwright: OWN,
    onPath: (command) => (present.includes(`/bin/${command}`) ? `/bin/${command}` : undefined),
    version: (path) => (present.includes(path) ? VERSION : undefined),
    canInstall: false,
    install: () => false,
    ...rest,
  };
}

describe("the search for a browser", () => {
  it.each([
    ["the named one", machine(["/my/chrome", OWN], { named: "/my/chrome" }), "/my/chrome", "ROUNDTRIP_CHROMIUM"],
    ["Playwright’s own", machine([OWN, "/bin/chromium"]), OWN, "Playwright"],
    [
      "the system’s Chromium without a window",
      machine(["/bin/chromium", "/bin/chromium-headless-shell"]),
      "/bin/chromium-headless-shell",
      "the system",
    ],
    ["the system’s Chromium", machine(["/bin/google-chrome", "/bin/chromium"]), "/bin/chromium", "the system"],
    ["the system’s Chrome", machine(["/bin/google-chrome"]), "/bin/google-chrome", "the system"],
  ])("takes %s", (_, from, path, origin) => {
    expect(findBrowser(from)).toEqual({ path, version: VERSION, from: origin });
  });

  it("passes over a command that does not run", () => {
    const stub = machine(["/bin/google-chrome"], {
      onPath: (command) => (command.startsWith("chromium") ? "/bin/stub" : `/bin/${command}`),
    });
    expect(findBrowser(stub)).toMatchObject({ path: "/bin/google-chrome" });
  });

  it("installs one where there is none and it may, and says that it did", () => {
    const present: string[] = [];
    const bare = machine(present, {
      canInstall: true,
      install: () => {
        present.push("/bin/chromium");
        return true;
      },
    });
    expect(findBrowser(bare)).toEqual({ path: "/bin/chromium", version: VERSION, from: "apt" });
  });

  it("says what to do where there is none and none can be installed", () => {
    expect(findBrowser(machine([]))).toMatch(/no Chromium was found.*playwright install.*ROUNDTRIP_CHROMIUM/);
    expect(findBrowser(machine([], { canInstall: true }))).toMatch(/none could be installed/);
  });

  it("does not quietly take another than the one named", () => {
    expect(findBrowser(machine([OWN], { named: "/gone" }))).toMatch(/ROUNDTRIP_CHROMIUM is \/gone/);
  });
});
