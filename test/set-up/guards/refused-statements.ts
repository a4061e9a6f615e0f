/** SQLSTATE of the classes "data exception" and "syntax error or access rule violation", as it stands in a line of the log. */
const REFUSED = /"code":"(?:22|42)[0-9A-Z]{3}"/;

/**
 * Throws if the database refused a statement of the program for its text or its values. That is always a fault of the
 * program, and a sweep that it stops tries again by itself, so that a test may pass all the same.
 *
 * @param lines the log of a program
 */
export function failForRefusedStatements(lines: readonly string[]): void {
  const refused = lines.filter((line) => REFUSED.test(line));
  if (refused.length > 0) throw new Error(`the database refused statements of the program: ${refused.join('\n')}`);
}
