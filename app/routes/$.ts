/**
 * Answers every address that has no other route. Otherwise the framework would write the address, with what it
 * contains, to the console.
 */
export const loader = answerNotFound;
export const action = answerNotFound;

function answerNotFound(): Response {
  return new Response('not found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
