/**
 * The oldest browsers that show the site. The build writes for them, and the page's own HTML and the README name them.
 * What asks for most: `subgrid` (Chrome 117), `:has` (Firefox 121), static blocks of classes (Safari 16.4).
 */
export const OLDEST_BROWSERS = [
  { name: "Chrome or Edge", target: "chrome", version: "117" },
  { name: "Firefox", target: "firefox", version: "121" },
  { name: "Safari", target: "safari", version: "16.4" },
] as const;

/** "Chrome or Edge 117, Firefox 121 or Safari 16.4": as a sentence names them. */
export const OLDEST_IN_WORDS = OLDEST_BROWSERS.map(({ name, version }) => `${name} ${version}`)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " or ");
