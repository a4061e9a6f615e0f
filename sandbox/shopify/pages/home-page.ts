import { orderFulfillmentStatus } from '../fulfillments/fulfillment-status.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html } from './html.ts';
import { adminPage, appPath, storePath } from './layout.ts';

export function homePage(sandbox: Sandbox, shop: SandboxShop): string {
  const open = [...shop.orders.values()].filter((order) => orderFulfillmentStatus(order) !== 'FULFILLED').length;
  const app = sandbox.app.config.name;
  return adminPage(sandbox, shop, {
    title: 'Home',
    section: 'home',
    content: html`
      <h1>${shop.record.name}</h1>
      <section class="card">
        <h2>Orders</h2>
        <p>${open} of ${shop.orders.size} orders are waiting to be fulfilled.</p>
        <p><a class="button primary" href="${storePath(shop)}/orders">View orders</a></p>
      </section>
      <section class="card">
        <h2>${app}</h2>
        ${
          shop.installation
            ? html`<p>Installed.</p>
                <div class="buttons">
                  <a class="button primary" href="${appPath(sandbox, shop)}">Open app</a>
                  <form method="post" action="${appPath(sandbox, shop)}/uninstall">
                    <button class="button">Uninstall app</button>
                  </form>
                </div>`
            : html`<p>Not installed.</p>
                <p><a class="button primary" href="${appPath(sandbox, shop)}">Install app</a></p>`
        }
      </section>
      <section class="card">
        <h2>Locations</h2>
        <ul class="plain">
          ${[...shop.locations.values()].map(
            ({ name, address, isFulfillmentService }) =>
              html`<li>
                <strong>${name}</strong>
                <span class="quiet"
                  >${[address.address1, address.city].filter(Boolean).join(', ')}${
                    isFulfillmentService ? ' · fulfillment service' : ''
                  }</span
                >
              </li>`,
          )}
        </ul>
      </section>
    `,
  });
}
