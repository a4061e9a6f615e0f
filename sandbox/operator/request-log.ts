import type { LoggedRequest } from './sandbox-operator.ts';

/** What was asked of the operator, in the order of arrival; the answer is noted when it is given. */
export class RequestLog {
  #entries: { request: LoggedRequest }[] = [];

  /** @returns what notes the status of the answer */
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
