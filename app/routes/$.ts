/** Whatever no other route is. The framework itself would write the address, and what it holds, to the console. */
export const loader = answerNotFound;
export const action = answerNotFound;

function answerNotFound(): Response {
  return new Response('not found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
