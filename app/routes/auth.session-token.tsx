import type { LoaderFunctionArgs } from '@remix-run/node';
import { setDocumentHeaders } from '../pages/shell/frame/document-headers.ts';

/**
 * A document request without a session token is redirected here. App Bridge fetches a token and returns with it to the
 * address in `shopify-reload`.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { apiKey, appBridgeUrl, adminOrigins } = context.backend.document;
  const headers = new Headers();
  setDocumentHeaders(headers, request, adminOrigins);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Handoff</title>
    <meta name="shopify-api-key" content="${escapeHtml(apiKey)}">
    <script src="${escapeHtml(appBridgeUrl)}"></script>
  </head>
</html>`;
  return new Response(page, { headers });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
