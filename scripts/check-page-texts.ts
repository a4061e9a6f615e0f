/** Part of `npm run check`: every text of the pages is used. That none is missing, in any language, the types say. */
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '..');
const TEXTS = path.join(ROOT, 'app/web/texts/en.ts');

const config = ts.getParsedCommandLineOfConfigFile(
  path.join(ROOT, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
    },
  },
);
if (!config) throw new Error('tsconfig.json cannot be read');
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();

/** Each entry of the English texts: a text, or a group of them. */
const unused = new Map<ts.Node, string>();
const collect = (node: ts.Node, at: string): void => {
  ts.forEachChild(node, (child) => {
    const name = ts.isPropertyAssignment(child) ? `${at}${child.name.getText().replaceAll(`'`, '')}` : null;
    if (name !== null) unused.set(child, name);
    collect(child, name === null ? at : `${name}.`);
  });
};
const texts = program.getSourceFile(TEXTS);
if (!texts) throw new Error(`${TEXTS} is not part of the program`);
collect(texts, '');

const use = (symbol: ts.Symbol | undefined) => symbol?.declarations?.forEach((entry) => unused.delete(entry));
const useWhole = (type: ts.Type): void =>
  type.getSymbol()?.declarations?.forEach((group) => {
    if (group.getSourceFile() !== texts) return;
    ts.forEachChild(group, function visit(node) {
      unused.delete(node);
      ts.forEachChild(node, visit);
    });
  });

/** What is handed on to something that knows nothing of the texts, such as a component's property, is used as a whole. */
function isHandedOn(node: ts.Expression): boolean {
  if (ts.isSpreadAssignment(node.parent) || ts.isJsxSpreadAttribute(node.parent)) return true;
  // taken apart, or an effect's dependency
  if (ts.isVariableDeclaration(node.parent) || ts.isArrayLiteralExpression(node.parent)) return false;
  const expected = checker.getContextualType(node);
  return expected !== undefined && expected.getSymbol()?.declarations?.[0]?.getSourceFile() !== texts;
}

function visit(node: ts.Node): void {
  if (ts.isPropertyAccessExpression(node)) use(checker.getSymbolAtLocation(node.name));
  if (ts.isElementAccessExpression(node)) {
    const keys = checker.getTypeAtLocation(node.argumentExpression);
    const group = checker.getTypeAtLocation(node.expression);
    for (const key of keys.isUnion() ? keys.types : [keys]) {
      if (key.isStringLiteral() || key.isNumberLiteral()) use(checker.getPropertyOfType(group, String(key.value)));
      else useWhole(group);
    }
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (ts.isIdentifier(name)) use(checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text));
  }
  if (
    (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
    isHandedOn(node)
  )
    useWhole(checker.getTypeAtLocation(node));
  ts.forEachChild(node, visit);
}
for (const file of program.getSourceFiles()) {
  const isOfPages = file.fileName.startsWith(path.join(ROOT, 'app/')) && !file.fileName.includes('/texts/');
  if (isOfPages) visit(file);
}

for (const name of unused.values()) console.log(`app/web/texts/en.ts: nothing uses ${name}`);
process.exitCode = unused.size > 0 ? 1 : 0;
