/** The inks of a figure by token name, as literal colours: what a standalone SVG carries and a canvas draws with. */

export const INKS = [
  "paper",
  "band",
  "sunk",
  "ink",
  "ink-2",
  "ink-3",
  "rule",
  "edge",
  "accent",
  "on-accent",
  "accent-line",
  "measured",
  "model",
  "simulated",
  "prediction", // of the reader
  "sim-band", // the 95 % band: the simulated colour, thin
  "lost",
  "span-rpc",
  "span-sys",
  "span-hw",
  "on-span",
  "span-line",
  "hatch",
] as const;
export type Ink = (typeof INKS)[number];
export type Palette = Readonly<Record<Ink, string>>;
export type ThemeName = "light" | "dark";

const LIGHT: Palette = {
  paper: "#fbfbf8",
  band: "#f1f1ec",
  sunk: "#e5e5de",
  ink: "#16181b",
  "ink-2": "#4a4e54",
  "ink-3": "#62666c",
  rule: "#d8d8d1",
  edge: "#7b7f85",
  accent: "#ffd31a",
  "on-accent": "#16181b",
  "accent-line": "#9a7a00",
  measured: "#16181b",
  model: "#0a5caa",
  simulated: "#b83a0a",
  prediction: "#a6487a",
  "sim-band": "#b83a0a24",
  lost: "#b4122f",
  "span-rpc": "#16181b",
  "span-sys": "#5b6067",
  "span-hw": "#fbfbf8",
  "on-span": "#fbfbf8",
  "span-line": "transparent",
  hatch: "#4a4e54",
};

const DARK: Palette = {
  paper: "#121416",
  band: "#1b1e21",
  sunk: "#282c30",
  ink: "#ecebe6",
  "ink-2": "#bdbfbe",
  "ink-3": "#979b9f",
  rule: "#34393d",
  edge: "#757b81",
  accent: "#ffd31a",
  "on-accent": "#16181b",
  "accent-line": "#e3b900",
  measured: "#ecebe6",
  model: "#3d9cf5",
  simulated: "#e8683f",
  prediction: "#c474a8",
  "sim-band": "#e8683f33",
  lost: "#ff7a86",
  "span-rpc": "#ecebe6",
  "span-sys": "#9a9fa4",
  "span-hw": "#121416",
  "on-span": "#121416",
  "span-line": "#121416",
  hatch: "#bdbfbe",
};

export const PALETTES: Readonly<Record<ThemeName, Palette>> = { light: LIGHT, dark: DARK };

/** Fallbacks stand after the names because a standalone SVG brings no font with it. */
export const FIGURE_FONT = "'IBM Plex Sans', 'IBM Plex Sans rest', 'Helvetica Neue', Arial, sans-serif";
