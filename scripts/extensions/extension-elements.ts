import path from 'node:path';
import ts from 'typescript';

/** The elements of a target, with the properties that each accepts. */
export type Elements = ReadonlyMap<string, ReadonlySet<string>>;

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROBE = path.join(ROOT, 'published-elements.ts');

/** @returns the elements that Shopify's package publishes for a target, such as `admin.order-details.block.render` */
export function publishedElements(target: string): Elements {
  const program = programOf(
    PROBE,
    `import type { createElement } from 'preact';
     import '@shopify/ui-extensions/${target}';
     declare const elements: createElement.JSX.IntrinsicElements;
     export { elements };`,
  );
  const checker = program.getTypeChecker();
  const probe = program.getSourceFile(PROBE);
  const module = probe && checker.getSymbolAtLocation(probe);
  const [elements] = module ? checker.getExportsOfModule(module) : [];
  if (!elements) throw new Error(`the elements of ${target} cannot be read`);
  const published = checker
    .getTypeOfSymbol(elements)
    .getProperties()
    .filter(({ name }) => name.startsWith('s-'))
    .map((element) => {
      const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(element));
      return [element.name, new Set(properties.map(({ name }) => name))] as const;
    });
  return new Map(published);
}

/** A program of one file that does not exist on disk. The files that it imports do. */
export function programOf(file: string, text: string): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    skipLibCheck: true,
    noEmit: true,
    strict: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ['lib.es2022.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) =>
    name === file ? ts.createSourceFile(name, text, language, true) : readFile(name, language);
  return ts.createProgram([file], options, host);
}

/** Elements and properties that a module uses and its target does not have. */
export function elementProblems(module: ts.SourceFile, elements: Elements): string[] {
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) check(node);
    ts.forEachChild(node, visit);
  };
  const check = (element: ts.JsxOpeningLikeElement) => {
    const tag = element.tagName.getText(module);
    if (!/^[a-z]/.test(tag)) return; // a component of our own
    const line = module.getLineAndCharacterOfPosition(element.getStart(module)).line + 1;
    const place = `${module.fileName}:${line}`;
    const properties = elements.get(tag);
    if (!properties) return problems.push(`${place}: there is no element ${tag}`);
    for (const attribute of element.attributes.properties) {
      const name = ts.isJsxAttribute(attribute) ? attribute.name.getText(module) : null;
      if (name !== null && !properties.has(name)) problems.push(`${place}: ${tag} takes no ${name}`);
    }
  };
  visit(module);
  return problems;
}
