import type { OrderRecord } from '../shop/order-records.ts';
import type { FulfillmentRecord } from '../shop/fulfillment-records.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html, type Html } from './html.ts';
import { accountWords } from './shown-words.ts';

/** What a buyer sees of an order: a card for each fulfillment, with the app's extension below it. */
export function orderStatusPage(shop: SandboxShop, order: OrderRecord, locale: string): string {
  const words = accountWords(locale);
  const sent = order.fulfillments.filter(({ status }) => status === 'SUCCESS');
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${order.name} · ${shop.record.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/admin.css" />
        <script src="/extension-host/host.js" type="module"></script>
      </head>
      <body class="account">
        <header>${shop.record.name}</header>
        <main>
          <h1>${words.order} ${order.name}</h1>
          <p class="quiet">${words.confirmed}</p>
          ${sent.length === 0 && html`<section class="card"><p>${words.nothing}</p></section>`}
          ${sent.map((fulfillment) => fulfillmentCard(shop, fulfillment, locale))}
          <section class="card">
            <h2>${words.address}</h2>
            <p>${[order.shippingAddress?.address1, order.shippingAddress?.city].filter(Boolean).join(', ')}</p>
          </section>
        </main>
      </body>
    </html>`.text;
}

function fulfillmentCard(shop: SandboxShop, fulfillment: FulfillmentRecord, locale: string): Html {
  return html`<section class="card">
    <table class="lines">
      ${fulfillment.lineItems.map(
        ({ lineItemId, quantity }) =>
          html`<tr>
            <td>${shop.lineItem(lineItemId).name}</td>
            <td class="number">× ${quantity}</td>
          </tr>`,
      )}
    </table>
    <div
      data-extension-target="customer-account.order-status.fulfillment-details.render-after"
      data-shop="${shop.domain}"
      data-order="${fulfillment.orderId}"
      data-fulfillment="${fulfillment.id}"
      data-locale="${locale}"
    ></div>
  </section>`;
}
