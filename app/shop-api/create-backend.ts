import { BOUNDS } from '../bounds.ts';
import type { Handoff } from '../app-context.ts';
import { pageCatalogueIn } from '../texts/choose-texts.ts';
import { localeOf } from '../texts/locale.ts';
import { createShopApi } from './shop-api.ts';
import type { Cost, Backend } from './backend.ts';
import { answerExtension, answerOptionsAlone } from './extension-request.ts';
import { authenticateMerchant } from './merchant-request.ts';
import { openShopContext } from './shop-context.ts';
import { answerPrint } from './printing/print-request.ts';

export function createBackend(handoff: Handoff): Backend {
  const { app } = handoff;
  const { SHOPIFY_API_KEY, APP_BRIDGE_URL, SHOPIFY_ADMIN_ORIGINS, SUPPORT_URL } = app.environment;
  return {
    document: {
      apiKey: SHOPIFY_API_KEY,
      appBridgeUrl: APP_BRIDGE_URL,
      supportUrl: SUPPORT_URL ?? null,
      adminOrigins: SHOPIFY_ADMIN_ORIGINS,
    },
    pageTexts: pageCatalogueIn,
    async authenticate(request, cost) {
      const merchant = await authenticateMerchant(handoff, request, pointsOf(cost));
      return createShopApi(openShopContext(handoff, merchant, localeOf(new URL(request.url).search)), app);
    },
    answerExtension: (request, answer, cost) => answerExtension(handoff, request, answer, pointsOf(cost)),
    answerOptionsAlone: (request) => answerOptionsAlone(handoff, request),
    answerPrint: (request, given) => answerPrint(handoff, request, given),
    report(error, request) {
      app.logger.error({ error, path: new URL(request.url).pathname }, 'a page failed');
    },
  };
}

const POINTS: Readonly<Record<Cost, number>> = { 'dry-run': BOUNDS.dryRunCost, export: BOUNDS.exportCost };

const pointsOf = (cost: Cost | undefined) => (cost ? POINTS[cost] : undefined);
