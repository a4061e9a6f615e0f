import type { LoaderFunctionArgs } from '@remix-run/node';
import { setDocumentHeaders } from '../web/document-headers.ts';

/**
 * A document request without a session token is sent here: App Bridge fetches a token and goes back with it to the
 * address in `shopify-reload`.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { SHOPIFY_API_KEY, APP_BRIDGE_URL, SHOPIFY_ADMIN_ORIGINS } = context.handoff.world.environment;
  const headers = new Headers();
  setDocumentHeaders(headers, request, SHOPIFY_ADMIN_ORIGINS);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Handoff</title>
    <meta name="shopify-api-key" content="${escapeHtml(SHOPIFY_API_KEY)}">
    <script src="${escapeHtml(APP_BRIDGE_URL)}"></script>
  </head>
</html>`;
  return new Response(page, { headers });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
