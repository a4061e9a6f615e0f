import { z } from 'zod';
import { OFFLINE_LIFETIME, ONLINE_LIFETIME, REFRESH_LIFETIME } from './access-tokens.ts';
import { verifyIdToken } from './id-token.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';

const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
const OFFLINE = 'urn:shopify:params:oauth:token-type:offline-access-token';
const ONLINE = 'urn:shopify:params:oauth:token-type:online-access-token';

const credentials = z.object({ client_id: z.string(), client_secret: z.string(), grant_type: z.string() });
const exchange = z.object({
  subject_token: z.string(),
  subject_token_type: z.enum([ID_TOKEN, OFFLINE]),
  requested_token_type: z.enum([OFFLINE, ONLINE]),
  expiring: z.enum(['0', '1']).default('0'),
});

export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * `POST /admin/oauth/access_token`: exchanges an id token for an offline or online access token (or a permanent offline
 * token for an expiring one), and refreshes expiring tokens. Every other grant is refused.
 */
export function answerTokenRequest(sandbox: Sandbox, shop: SandboxShop, body: unknown): TokenAnswer {
  const client = credentials.safeParse(body).data;
  if (!client) return refuse('invalid_request', 'client_id, client_secret and grant_type are required');
  if (client.client_id !== sandbox.app.apiKey)
    return refuse('application_cannot_be_found', 'The application cannot be found for this client_id');
  if (client.client_secret !== sandbox.app.apiSecret) return refuse('invalid_client', 'client_secret is wrong', 401);
  if (!shop.installation) return refuse('app_not_installed', 'The application is not installed on this shop');
  const scope = condensed(shop.installation.scopes);
  switch (client.grant_type) {
    case 'urn:ietf:params:oauth:grant-type:token-exchange':
      return exchangeToken(sandbox, shop, scope, body);
    case 'refresh_token':
      return refreshToken(sandbox, shop, scope, body);
    case 'client_credentials':
      return refuse('shop_not_permitted', 'Client credentials cannot be performed on this shop.');
    default:
      return refuse('unsupported_grant_type', `grant_type ${client.grant_type} is not supported`);
  }
}

function exchangeToken(sandbox: Sandbox, shop: SandboxShop, scope: string, body: unknown): TokenAnswer {
  const asked = exchange.safeParse(body);
  if (!asked.success) return refuse('invalid_request', z.prettifyError(asked.error));
  const { subject_token, subject_token_type, requested_token_type, expiring } = asked.data;
  if (subject_token_type === OFFLINE) {
    if (requested_token_type !== OFFLINE || expiring !== '1' || !sandbox.tokens.find(subject_token, shop.domain))
      return refuse('invalid_subject_token', 'The access token cannot be exchanged');
    sandbox.tokens.revoke(subject_token);
    return expiringAnswer(sandbox.tokens.issueExpiring(shop.domain), scope);
  }
  const claims = verifyIdToken({ clock: sandbox.clock, ...sandbox.app }, shop.domain, subject_token);
  if (!claims) return refuse('invalid_subject_token', 'The id token is invalid or has expired');
  if (requested_token_type === ONLINE) {
    const token = sandbox.tokens.issueOnline(shop.domain, claims.sub);
    return accept({
      access_token: token.value,
      scope,
      expires_in: ONLINE_LIFETIME,
      associated_user_scope: scope,
      associated_user: {
        id: Number(claims.sub),
        first_name: shop.record.shopOwnerName.split(' ')[0],
        last_name: shop.record.shopOwnerName.split(' ').slice(1).join(' '),
        email: shop.record.email,
        account_owner: true,
        locale: shop.record.locale,
        collaborator: false,
        email_verified: true,
      },
    });
  }
  if (expiring === '1') return expiringAnswer(sandbox.tokens.issueExpiring(shop.domain), scope);
  const token = sandbox.tokens.issuePermanent(shop.domain);
  return accept({ access_token: token.value, scope });
}

function refreshToken(sandbox: Sandbox, shop: SandboxShop, scope: string, body: unknown): TokenAnswer {
  const asked = z.object({ refresh_token: z.string() }).safeParse(body).data;
  if (!asked) return refuse('invalid_request', 'refresh_token is required');
  const pair = sandbox.tokens.refresh(asked.refresh_token, shop.domain);
  return pair
    ? expiringAnswer(pair, scope)
    : refuse('invalid_grant', 'The refresh token is unknown, expired or has been replaced');
}

function expiringAnswer(
  { access, refresh }: ReturnType<Sandbox['tokens']['issueExpiring']>,
  scope: string,
): TokenAnswer {
  return accept({
    access_token: access.value,
    scope,
    expires_in: OFFLINE_LIFETIME,
    refresh_token: refresh.value,
    refresh_token_expires_in: REFRESH_LIFETIME,
  });
}

function accept(body: TokenAnswer['body']): TokenAnswer {
  return { status: 200, body };
}

function refuse(error: string, error_description: string, status = 400): TokenAnswer {
  return { status, body: { error, error_description } };
}

/** Leaves out scopes that another scope implies, as Shopify does: a write scope includes reading. */
function condensed(scopes: readonly string[]): string {
  return scopes
    .filter((scope) => !scopes.includes(scope.replace(/^read_/, 'write_')) || scope.startsWith('write_'))
    .join(',');
}
