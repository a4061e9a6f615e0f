/**
 * The tokens that may call, the account of each, and the branches registered for it. Each token has a separate account
 * unless it joins another.
 */
export class Accounts {
  readonly #accountOf = new Map<string, string>();
  readonly #revoked = new Set<string>();
  readonly #branches = new Map<string, ReadonlySet<number>>();

  /** Adds a token, or makes a revoked one valid again. If the account already has branches, they stay. */
  add(token: string, account: string, branches: Iterable<number>): void {
    this.#accountOf.set(token, account);
    this.#revoked.delete(token);
    if (!this.#branches.has(account)) this.#branches.set(account, new Set(branches));
  }

  /** From now on, a call with the token is answered 403 (no longer valid) instead of 401 (unknown). */
  revoke(token: string): void {
    this.#revoked.add(token);
  }

  /** The account of an Authorization header, or the status of the refusal when there is none. */
  authenticate(authorization: string | undefined): { account: string } | { status: 401 | 403; message: string } {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined)
      return { status: 401, message: 'the header Authorization: Bearer <ACCESS_TOKEN> is required' };
    if (this.#revoked.has(token)) return { status: 403, message: 'the access token was revoked' };
    const account = this.#accountOf.get(token);
    return account === undefined ? { status: 401, message: 'the access token is unknown' } : { account };
  }

  branchesOf(account: string): ReadonlySet<number> {
    return this.#branches.get(account) ?? new Set();
  }

  clear(): void {
    this.#accountOf.clear();
    this.#revoked.clear();
    this.#branches.clear();
  }
}
