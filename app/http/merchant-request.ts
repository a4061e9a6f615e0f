import type { LoaderFunctionArgs } from '@remix-run/node';
import { OutsideShop, scopeToShop } from '../persistence/shop-scope.ts';
import type { World } from '../pipeline/world.ts';

/**
 * Who asks: a staff member who is signed in to a shop of this app, by a session token that is checked here. Every page
 * and every endpoint of the extensions begins with it, and has the program from it: the database and the Admin API as
 * that shop may reach them.
 *
 * @throws Response that leads to a fresh session token, or 401
 */
export async function authenticateMerchant({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const { world, shopify } = context.handoff;
  const { session, cors } = await shopify.authenticate.admin(request);
  return { world: ofShop(world, session.shop), shop: session.shop, session, cors };
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
