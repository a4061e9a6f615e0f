/** The number of letters to insert, delete or replace to turn one text into the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 0; line < a.length; line += 1) {
    let diagonal = line;
    row[0] = line + 1;
    for (let column = 0; column < b.length; column += 1) {
      const replaced = diagonal + (a[line] === b[column] ? 0 : 1);
      diagonal = row[column + 1] ?? 0;
      row[column + 1] = Math.min(replaced, diagonal + 1, (row[column] ?? 0) + 1);
    }
  }
  return row[b.length] ?? 0;
}
