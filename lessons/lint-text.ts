/**
 * Checks of a lesson's prose by itself: its components exist, its steps are short, and each number says where it comes
 * from. Works on the tree that the MDX compiler makes, at build and in tests.
 */

/** The part of the compiler's tree that this file reads. */
export interface TextNode {
  readonly type: string;
  readonly name?: string | null; // of a component
  readonly value?: string;
  readonly attributes?: readonly TextAttribute[];
  readonly children?: readonly TextNode[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

interface TextAttribute {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
}

export interface Finding {
  readonly file: string;
  readonly step: string; // "" where it belongs to none
  readonly what: string;
  readonly todo: string;
}

export const findingText = ({ file, step, what, todo }: Finding): string =>
  `${file}${step === "" ? "" : `, step "${step}"`}: ${what} ${todo}`;

/** Component -> the attributes that it must have. `own` counts its words apart from the step's. */
const COMPONENTS: Readonly<Record<string, { readonly needs: readonly string[]; readonly own?: true }>> = {
  Step: { needs: ["id"] },
  Recap: { needs: [], own: true },
  After: { needs: ["id"], own: true },
  Fold: { needs: ["title"], own: true },
  NotBuilt: { needs: ["name"], own: true },
  N: { needs: ["id"] },
  Setting: { needs: ["experiment", "name", "value"] },
  Erratum: { needs: ["id"] },
  Term: { needs: ["means"] },
  Earlier: { needs: ["lesson"] },
  Lit: { needs: ["name"] },
  Predict: { needs: [] },
  Explain: { needs: [] },
  Try: { needs: ["id"] },
  Checkpoint: { needs: [] },
  Transfer: { needs: [] },
};

const MOST_WORDS = 60;

/** Names that have a figure in them, of machines on the stage too. */
const NAMES = /\bCPU 0\b|\bRPC2\b|\bRP2Gen\b|\bServer \d\b/g;

/** The first figure in a text that stands for itself; null where there is none. */
export function untagged(text: string): string | null {
  return /\d[\d.,]*/.exec(text.replaceAll(NAMES, ""))?.[0] ?? null;
}

const attributesIn = ({ attributes }: TextNode): readonly TextAttribute[] => attributes ?? [];

/** The attributes of a component that are plain texts. */
export function attributesOf(node: TextNode): Readonly<Record<string, string>> {
  const plain = attributesIn(node).filter(({ value }) => typeof value === "string");
  return Object.fromEntries(plain.map(({ name = "", value }) => [name, value as string]));
}

/** "" where it has no such attribute. */
export const attributeOf = (node: TextNode, name: string): string => attributesOf(node)[name] ?? "";
/** Text has no name, a component has no text, and what encloses nothing has no children. */
export const nameOf = ({ name }: TextNode): string => name ?? "";
export const textOf = ({ value }: TextNode): string => value ?? "";
export const childrenOf = ({ children }: TextNode): readonly TextNode[] => children ?? [];

const isComponent = (node: TextNode): boolean => node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Words of a node, those of components with their own count left out. */
function wordsOf(node: TextNode, top = true): number {
  if (!top && isComponent(node) && COMPONENTS[nameOf(node)]?.own === true) return 0;
  const own = node.type === "text" || node.type === "inlineCode" ? wordsIn(textOf(node)) : 0;
  return own + childrenOf(node).reduce((sum, child) => sum + wordsOf(child, false), 0);
}

interface Walk {
  readonly file: string;
  readonly step: string;
  readonly say: (what: string, todo: string) => void;
}

function checkComponent(node: TextNode, { say }: Walk): void {
  const name = nameOf(node);
  const known = Object.hasOwn(COMPONENTS, name) ? COMPONENTS[name] : undefined;
  if (known === undefined) {
    return say(`<${name}> is no component.`, `Write one of ${Object.keys(COMPONENTS).join(", ")}.`);
  }
  const given = attributesOf(node);
  for (const needed of known.needs) {
    if (given[needed] === undefined) say(`<${name}> has no ${needed}.`, `Add ${needed}="…" as plain text.`);
  }
  for (const attribute of attributesIn(node)) {
    const isPlain =
      attribute.type === "mdxJsxAttribute" && (attribute.value === null || typeof attribute.value === "string");
    if (!isPlain) say(`<${name}> has an attribute that is computed.`, "Write it as plain text in quotes.");
  }
  const figure = untagged(attributeOf(node, "means"));
  if (figure !== null) say(`the number ${figure} stands in the meaning of a term.`, "Say it in words.");
}

function checkNode(node: TextNode, walk: Walk): void {
  const { say } = walk;
  if (/^(mdxjsEsm|mdxFlowExpression|mdxTextExpression|html)$/.test(node.type)) {
    say("code stands in the prose.", "Prose names components only; put data into lesson.ts.");
  }
  if (isComponent(node)) checkComponent(node, walk);
  if (node.type === "text" || node.type === "inlineCode") {
    const figure = untagged(textOf(node));
    if (figure !== null) {
      say(
        `the number ${figure} has no address.`,
        "Put it into numbers and state it with <N>, a setting with <Setting>, or say it in words.",
      );
    }
  }
  if (isComponent(node) && (node.name === "Step" || COMPONENTS[nameOf(node)]?.own === true)) {
    const words = wordsOf(node);
    const name = node.name === "Step" ? "it" : `<${node.name}>`;
    if (words > MOST_WORDS)
      say(`${name} has ${words} words, at most ${MOST_WORDS}.`, "One idea a step: cut, or make it two.");
  }
}

/** Findings in the prose by itself. @param file as it should stand in messages */
export function lintText(file: string, tree: TextNode): readonly Finding[] {
  const findings: Finding[] = [];
  const visit = (node: TextNode, step: string): void => {
    const inner = isComponent(node) && node.name === "Step" ? attributeOf(node, "id") : step;
    checkNode(node, { file, step: inner, say: (what, todo) => void findings.push({ file, step: inner, what, todo }) });
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(tree, "");
  for (const child of childrenOf(tree)) {
    if (isComponent(child) && child.name === "Step") continue;
    findings.push({
      file,
      step: "",
      what: `a ${child.type} stands outside of every step.`,
      todo: "Put it into a <Step>.",
    });
  }
  return findings;
}

/** Every component of the prose with the step that it stands in. */
export function componentsOf(tree: TextNode): readonly { readonly step: string; readonly node: TextNode }[] {
  const found: { step: string; node: TextNode }[] = [];
  const visit = (node: TextNode, step: string): void => {
    const inner = isComponent(node) && node.name === "Step" ? attributeOf(node, "id") : step;
    if (isComponent(node)) found.push({ step: inner, node });
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(tree, "");
  return found;
}

/** This text stands for a number where the prose is read by itself. */
const A_NUMBER = "5 ms";

/** The words of a node in their order, with a number for each <N> and <Setting>, and no erratum. */
function plainOf(node: TextNode): string {
  if (isComponent(node) && (node.name === "N" || node.name === "Setting")) return A_NUMBER;
  if (isComponent(node) && node.name === "Erratum") return "";
  return textOf(node) + childrenOf(node).map(plainOf).join("");
}

/** Every paragraph of the prose as plain text, and every meaning of a term. */
export function paragraphsOf(node: TextNode): readonly string[] {
  const means = isComponent(node) && node.name === "Term" ? [attributeOf(node, "means")] : [];
  const inner = childrenOf(node).flatMap(paragraphsOf);
  // A component that stands alone in a line is no paragraph.
  const own =
    node.type === "paragraph"
      ? [
          plainOf(node)
            .replaceAll(/\s*\([,\s]*\)/g, "")
            .trim(),
        ]
      : [];
  return [...means, ...own, ...inner].filter((text) => /\p{L}/u.test(text));
}

/** A sentence of the data as plain text. */
export const plainSentence = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, A_NUMBER);
