/**
 * Works something out once for each key. All results are forgotten when there are too many, so that keys may come from
 * anywhere.
 *
 * @param limit the number of results that are kept
 */
export function onceEach<Result extends object>(limit: number): (key: string, work: () => Result) => Result {
  const kept = new Map<string, Result>();
  return (key, work) => {
    const known = kept.get(key);
    if (known) return known;
    const result = work();
    if (kept.size >= limit) kept.clear();
    kept.set(key, result);
    return result;
  };
}
