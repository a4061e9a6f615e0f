const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** Milliseconds until the whole answer has arrived. */
export async function timed(url: string, idToken: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${idToken}`, 'User-Agent': BROWSER } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - startedAt;
}
