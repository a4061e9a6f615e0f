import path from 'node:path';
import ts from 'typescript';

const CATALOGUE = 'app/texts/catalogue.ts';

/**
 * The texts of the catalogue that no module of `app/` uses, according to the compiler. A text is used where its
 * property is read. A whole group is used where it is passed to code that does not know the catalogue's types, or read
 * by a key that is not known.
 *
 * @param program that includes the generated types of the catalogue
 * @param root of the project
 * @returns their keys, such as `deliveries.title`
 */
export function unusedTexts(program: ts.Program, root: string): string[] {
  const checker = program.getTypeChecker();
  const catalogue = program.getSourceFile(path.join(root, CATALOGUE));
  if (!catalogue) throw new Error(`${CATALOGUE} is not part of the program`);
  const unused = entriesOf(catalogue);

  const use = (symbol: ts.Symbol | undefined) => symbol?.declarations?.forEach((entry) => unused.delete(entry));
  const useWhole = (type: ts.Type): void =>
    type.getSymbol()?.declarations?.forEach((group) => {
      if (group.getSourceFile() !== catalogue) return;
      ts.forEachChild(group, function visit(node) {
        unused.delete(node);
        ts.forEachChild(node, visit);
      });
    });

  /** For instance, a group that is given to a component's property counts as used as a whole. */
  const isHandedOn = (node: ts.Expression): boolean => {
    if (ts.isSpreadAssignment(node.parent) || ts.isJsxSpreadAttribute(node.parent)) return true;
    // a destructured group, or a dependency of an effect
    if (ts.isVariableDeclaration(node.parent) || ts.isArrayLiteralExpression(node.parent)) return false;
    const expected = checker.getContextualType(node);
    return expected !== undefined && expected.getSymbol()?.declarations?.[0]?.getSourceFile() !== catalogue;
  };

  const visit = (node: ts.Node): void => {
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
    const isReference =
      ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isReference && isHandedOn(node)) useWhole(checker.getTypeAtLocation(node));
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) {
    const isReader = file.fileName.startsWith(path.join(root, 'app/')) && !file.fileName.includes('/app/texts/');
    if (isReader) visit(file);
  }
  return [...unused.values()];
}

/** Each entry of the catalogue's type by its key: a text, or a group of texts. */
function entriesOf(catalogue: ts.SourceFile): Map<ts.Node, string> {
  const entries = new Map<ts.Node, string>();
  const collect = (node: ts.Node, at: string): void => {
    ts.forEachChild(node, (child) => {
      const name = ts.isPropertySignature(child) ? `${at}${child.name.getText().replaceAll(/['"]/g, '')}` : null;
      if (name !== null) entries.set(child, name);
      const isText = ts.isFunctionTypeNode(child); // the placeholders of a text are not entries
      if (!isText) collect(child, name === null ? at : `${name}.`);
    });
  };
  const texts = catalogue.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'Texts');
  if (!texts) throw new Error(`${CATALOGUE} has no interface Texts`);
  collect(texts, '');
  return entries;
}
