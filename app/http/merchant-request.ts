import type { LoaderFunctionArgs } from '@remix-run/node';
import { OutsideShop, scopeToShop } from '../persistence/shop-scope.ts';
import type { World } from '../pipeline/world.ts';

/**
 * Who asks: a staff member who is signed in to a shop of this app, by a session token that is checked here. Every page
 * and every endpoint of the extensions begins with it, and has the program from it: the database and the Admin API as
 * that shop may reach them.
 *
 * @throws Response that leads to a fresh session token, or 401, or 429 when the shop has acted too often in a minute
 */
export async function authenticateMerchant({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const { world, shopify, actionBudget } = context.handoff;
  const { session, cors } = await shopify.authenticate.admin(request).catch(refuseNamelessShop);
  const restMs = request.method === 'GET' || request.method === 'HEAD' ? null : await actionBudget.spend(session.shop);
  if (restMs !== null) {
    world.logger.warn({ shop: session.shop, restMs }, 'too many actions');
    throw cors(new Response(null, { status: 429, headers: { 'Retry-After': String(Math.ceil(restMs / 1000)) } }));
  }
  return { world: ofShop(world, session.shop), shop: session.shop, session, cors };
}

/** The package trips over a token that is signed and names no shop's address. */
function refuseNamelessShop(error: unknown): never {
  const isNameless = error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL';
  throw isNameless ? new Response(null, { status: 401, headers: { 'Access-Control-Allow-Origin': '*' } }) : error;
}

function ofShop(world: World, shop: string): World {
  return {
    ...world,
    database: scopeToShop(world.database, shop),
    adminApi: {
      async request(asked, operation, variables) {
        if (asked !== shop) throw new OutsideShop('the Admin API of another shop');
        return world.adminApi.request(asked, operation, variables);
      },
    },
  };
}
