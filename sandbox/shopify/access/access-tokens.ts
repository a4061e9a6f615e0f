import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';

/** The lifetime of each kind of token, in seconds. */
export const OFFLINE_LIFETIME = 3600;
export const ONLINE_LIFETIME = 86_399;
export const REFRESH_LIFETIME = 7_776_000;

export interface AccessToken {
  readonly value: string;
  readonly shop: string;
  /** The staff member behind an online token; null for an offline one. */
  readonly userId: string | null;
  /** Milliseconds since 1970; null never expires. */
  readonly expiresAt: number | null;
}

interface RefreshToken {
  readonly value: string;
  readonly shop: string;
  readonly expiresAt: number;
  /** The refresh token that was used to get this one. It stays valid until this one is first used. */
  readonly predecessor: string | null;
}

/** Access and refresh tokens that Shopify has given to the app. */
export class TokenRegistry {
  readonly #clock: Clock;
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Issues an offline token that expires in an hour, with the refresh token for the next one. */
  issueExpiring(shop: string, predecessor: string | null = null) {
    const access = this.#issue({ shop, userId: null, expiresAt: this.#in(OFFLINE_LIFETIME) });
    const refresh = { value: secret('shprt_'), shop, expiresAt: this.#in(REFRESH_LIFETIME), predecessor };
    this.#refresh.set(refresh.value, refresh);
    return { access, refresh };
  }

  /** The offline token that never expires. Each shop always gets the same one. */
  issuePermanent(shop: string): AccessToken {
    const known = [...this.#access.values()].find((each) => each.shop === shop && !each.userId && !each.expiresAt);
    return known ?? this.#issue({ shop, userId: null, expiresAt: null });
  }

  issueOnline(shop: string, userId: string): AccessToken {
    return this.#issue({ shop, userId, expiresAt: this.#in(ONLINE_LIFETIME) }, 'shpua_');
  }

  /** @returns the token if it is valid in that shop, otherwise null */
  find(value: string, shop: string): AccessToken | null {
    const token = this.#access.get(value);
    if (!token || token.shop !== shop) return null;
    return token.expiresAt === null || token.expiresAt > this.#clock.now().getTime() ? token : null;
  }

  /**
   * Exchanges a refresh token for a new pair. The old one stays valid until the new one is first used, so that the
   * exchange can be repeated when its answer was lost.
   * @returns null when the token is unknown, of another shop, expired or replaced
   */
  refresh(value: string, shop: string): ReturnType<TokenRegistry['issueExpiring']> | null {
    const token = this.#refresh.get(value);
    if (!token || token.shop !== shop || token.expiresAt <= this.#clock.now().getTime()) return null;
    if (token.predecessor !== null) {
      this.#refresh.delete(token.predecessor);
      for (const other of this.#refresh.values())
        if (other.predecessor === token.predecessor && other.value !== value) this.#refresh.delete(other.value);
    }
    return this.issueExpiring(shop, value);
  }

  revoke(value: string): void {
    this.#access.delete(value);
  }

  /** Ends the access tokens of a shop. Their refresh tokens stay valid. */
  revokeAccess(shop: string): void {
    for (const token of this.#access.values()) if (token.shop === shop) this.#access.delete(token.value);
  }

  revokeShop(shop: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const token of tokens.values()) if (token.shop === shop) tokens.delete(token.value);
  }

  clear(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  #issue(fields: Omit<AccessToken, 'value'>, prefix = 'shpat_'): AccessToken {
    const token = { value: secret(prefix), ...fields };
    this.#access.set(token.value, token);
    return token;
  }

  #in(seconds: number): number {
    return this.#clock.now().getTime() + seconds * 1000;
  }
}

function secret(prefix: string): string {
  return `${prefix}${randomBytes(16).toString('hex')}`;
}
