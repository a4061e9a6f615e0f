/** The app's answer to a call: the body of a 200, or a whole response. */
export type Answering = (body: unknown) => unknown;

export interface AppStandIn {
  readonly fetch: typeof fetch;
  /** Calls such as `POST /api/deliveries/1/stop`, in order of arrival, without the language. */
  readonly calls: readonly string[];
  /** Bodies of the calls. */
  readonly bodies: readonly unknown[];
}

/** Calls that no route of the test matches. The extension would take their failure for a network error. */
const strays: string[] = [];
export const takeStrayCalls = () => strays.splice(0);

/**
 * Stands in for the app behind `fetch`, as an extension sees it.
 *
 * @param routes by `GET /path?query`, without the language
 */
export function standInForApp(routes: Readonly<Record<string, Answering>>): AppStandIn {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  return {
    calls,
    bodies,
    fetch: async (input, init) => {
      const path = String(input instanceof Request ? input.url : input);
      const call = `${init?.method ?? 'GET'} ${path.replace(/(\?)locale=en&|[?&]locale=en/, '$1')}`;
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      calls.push(call);
      bodies.push(body);
      const route = routes[call];
      if (!route) strays.push(call);
      const answer = route ? await route(body) : new Response(null, { status: 500 });
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
}

/** A promise that a test resolves later, for an answer that has not arrived yet. */
export function pending<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((given) => (resolve = given));
  return { promise, resolve };
}
