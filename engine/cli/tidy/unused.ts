/** Finds unused things: exports that no other file imports, packages that no file names. */
import { posix } from "node:path";
import ts from "typescript";
import { itemAt } from "../../kernel/reads.ts";
import { isCode, isConfig, isDeclaration, isTest, lineAt } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import { hasModifier, treeOf } from "./tree.ts";

/** Names that a file takes from another; "*" for all of them. */
type Taken = ReadonlyMap<string, ReadonlySet<string>>;

const ALL = "*";

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, "")));
}

/** The names in `import a, { b as c } from`, `import * as d from`, `export { e } from`, `export * from`. */
function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  if (ts.isExportDeclaration(node)) {
    const clause = node.exportClause;
    return clause !== undefined && ts.isNamedExports(clause)
      ? clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : [ALL];
  }
  const bindings = node.importClause?.namedBindings;
  const standard = node.importClause?.name === undefined ? [] : ["default"];
  if (bindings === undefined) return standard;
  if (ts.isNamespaceImport(bindings)) return [ALL];
  return [...standard, ...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)];
}

function takenIn(source: ts.SourceFile, path: string, note: (target: string, name: string) => void): void {
  const all = (specifier: ts.Node | undefined): void => {
    const target = specifier !== undefined && ts.isStringLiteralLike(specifier) ? resolve(path, specifier.text) : null;
    if (target !== null) note(target, ALL);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      const target = ts.isStringLiteral(node.moduleSpecifier) ? resolve(path, node.moduleSpecifier.text) : null;
      if (target !== null) for (const name of namesOf(node)) note(target, name);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { qualifier } = node;
      const target = ts.isStringLiteral(node.argument.literal) ? resolve(path, node.argument.literal.text) : null;
      if (target !== null) note(target, qualifier !== undefined && ts.isIdentifier(qualifier) ? qualifier.text : ALL);
    } else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) {
      const target = resolve(path, node.name.text); // an augmentation needs the exports that it adds to
      if (target !== null) note(target, ALL);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      all(node.arguments[0]);
    } else if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "URL") {
      all(node.arguments?.[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Other files (MDX, HTML, JSON) name a file whole. */
function takenInText({ path, text }: ProjectFile, note: (target: string, name: string) => void): void {
  for (const match of text.matchAll(/["']([^"'\s]+\.(?:ts|tsx|mjs|js))["']/g)) {
    const specifier = itemAt(match, 1, "group");
    note(specifier, ALL);
    const target = resolve(path, specifier);
    if (target !== null) note(target, ALL);
  }
}

function allTaken(files: readonly ProjectFile[], parsed: ReadonlyMap<ProjectFile, ts.SourceFile>): Taken {
  const taken = new Map<string, Set<string>>();
  for (const file of files) {
    const note = (target: string, name: string): void => {
      taken.set(target, (taken.get(target) ?? new Set()).add(name));
    };
    const source = parsed.get(file);
    if (source === undefined) takenInText(file, note);
    else takenIn(source, file.path, note);
  }
  return taken;
}

const isExported = (node: ts.Node): boolean =>
  hasModifier(node, ts.SyntaxKind.ExportKeyword) && !hasModifier(node, ts.SyntaxKind.DefaultKeyword);

function namesIn(binding: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(binding)) return [binding];
  return binding.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

/** Every name that a statement exports, with where it stands. */
function exportedBy(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    return clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name) : [];
  }
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap((d) => namesIn(d.name));
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name];
}

/** Files that a tool reads: tests, settings, declarations. */
const isRead = ({ path }: ProjectFile): boolean => isTest(path) || isConfig(path) || isDeclaration(path);

function unusedExports(files: readonly ProjectFile[]): Finding[] {
  const code = files.filter(({ path }) => isCode(path) && path.includes("/"));
  const parsed = new Map(code.map((file) => [file, treeOf(file)] as const));
  const taken = allTaken(files, parsed);
  return code
    .filter((file) => !isRead(file))
    .flatMap((file) => {
      const names = taken.get(file.path); // checkDead reports files that nobody imports
      const source = parsed.get(file);
      if (names === undefined || names.has(ALL) || source === undefined) return [];
      return source.statements
        .flatMap(exportedBy)
        .filter((name) => !names.has(name.getText()))
        .map((name) => ({
          path: file.path,
          line: lineAt(file.text, name.getStart()),
          severity: "error" as const,
          message: `no other file imports ${name.getText()}. Take the export away, or the thing where nothing uses it.`,
        }));
    });
}

/** Code names a package in quotes, alone or with a path behind it; another file in any way. */
function isNamedIn(path: string, text: string, name: string): boolean {
  if (!isCode(path)) return text.includes(name);
  return ['"', "'", "`", "/"].some((before) => text.includes(`${before}${name}`));
}

/** Names of packages in package.json; a package of types goes with the package that it types. */
function unusedPackages(files: readonly ProjectFile[]): Finding[] {
  const manifest = files.find(({ path }) => path === "package.json");
  if (manifest === undefined) return [];
  const { dependencies, devDependencies, scripts } = JSON.parse(manifest.text) as Partial<
    Record<"dependencies" | "devDependencies" | "scripts", Readonly<Record<string, string>>>
  >;
  const others = files.filter(({ path }) => path !== "package.json" && !path.endsWith("package-lock.json"));
  const typed = (name: string): string => name.replace(/^@types\//, "");
  const isNamed = (name: string): boolean =>
    typed(name) === "node" ||
    Object.values(scripts ?? {}).some((script) => script.split(/\s/).includes(name)) ||
    others.some(({ path, text }) => path.includes(name) || isNamedIn(path, text, typed(name)));
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !isNamed(name))
    .map((name) => ({
      path: manifest.path,
      line: lineAt(manifest.text, manifest.text.indexOf(`"${name}"`)),
      severity: "error" as const,
      message: `no file names the package ${name}. Take it out.`,
    }));
}

export function checkUnused(files: readonly ProjectFile[]): Finding[] {
  return [...unusedExports(files), ...unusedPackages(files)];
}
