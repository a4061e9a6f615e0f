import ts from 'typescript';

/** Properties whose value a person reads or hears. */
const SHOWN = new Set([
  ...['title', 'label', 'labelHidden', 'helpText', 'placeholder', 'content', 'heading', 'text', 'alt', 'message'],
  ...['accessibilityLabel', 'ariaLabel', 'aria-label', 'collapsedSummary', 'summary', 'error', 'nextStep', 'sentence'],
]);

/** Whole texts that are allowed outside the catalogue, because they are not words of a language. */
const NO_WORDS = /^(?:[^\p{L}]*|Handoff|HTTP|ms|#)$/u;

/**
 * Texts in a module that should be in the catalogue: those between elements, and those given to a property that is
 * shown.
 *
 * @returns one line for each, with its place
 */
export function looseTexts(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (NO_WORDS.test(text.trim())) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push(`${file.fileName}:${line}: “${text.trim()}” is not in the catalogue`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isStringLiteralLike(node) && isShown(node) && !isCode(node.text)) report(node, node.text);
    if (ts.isTemplateExpression(node) && isShown(node)) {
      report(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A single lowercase word, such as `too-long`, is a name in the program and not a text. */
function isCode(text: string): boolean {
  return /^[a-z][\w.:/-]*$/.test(text);
}

/**
 * Whether a text stands in `{…}` between elements, in an attribute or property that is shown, or is chosen for one by
 * `?:`, `??`, `||` or `&&`.
 */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isBinaryExpression(parent) || ts.isParenthesizedExpression(parent)) {
    const isCompared = ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText());
    return !isCompared && isShown(parent);
  }
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
  if (ts.isJsxAttribute(parent)) {
    const element = parent.parent.parent.tagName.getText();
    return element !== 'meta' && SHOWN.has(parent.name.getText());
  }
  if (ts.isPropertyAssignment(parent)) return SHOWN.has(parent.name.getText().replaceAll(`'`, ''));
  return false;
}
