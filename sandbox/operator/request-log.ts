import type { LoggedRequest } from './sandbox-operator.ts';

/** The requests to the operator, in the order of arrival. The status is added when the request is answered. */
export class RequestLog {
  #entries: { request: LoggedRequest }[] = [];

  /** @returns a function that records the status of the answer */
  receive(request: LoggedRequest): (status: number) => void {
    const entry = { request };
    this.#entries.push(entry);
    return (status) => {
      entry.request = { ...entry.request, status };
    };
  }

  all(): LoggedRequest[] {
    return this.#entries.map(({ request }) => request);
  }

  clear(): void {
    this.#entries = [];
  }
}
