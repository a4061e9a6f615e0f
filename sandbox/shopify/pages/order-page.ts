import { displayStatus, isOpen, orderFulfillmentStatus } from '../fulfillments/fulfillment-status.ts';
import { numericId } from '../shop/gid.ts';
import { discountedTotal, shippingPrice, subtotal, totalPrice } from '../orders/pricing.ts';
import type { MailingAddressRecord } from '../shop/records.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type { FulfillmentOrderRecord, FulfillmentRecord } from '../shop/fulfillment-records.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html, type Html } from './html.ts';
import { badge, priceLabel, statusLabel, timeLabel } from './labels.ts';
import { adminPage, storePath } from './layout.ts';
import { pinWords } from './shown-words.ts';

/** @param problem why the last action was refused */
export function orderPage(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  problem: string | null = null,
): string {
  const path = `${storePath(shop)}/orders/${numericId(order.id)}`;
  const extension = (target: string) =>
    html`<div data-extension-target="${target}" data-shop="${shop.domain}" data-order="${order.id}"></div>`;
  return adminPage(sandbox, shop, {
    title: order.name,
    section: 'orders',
    content: html`
      <p><a href="${storePath(shop)}/orders">← Orders</a></p>
      <header class="page-header">
        <h1>${order.name}</h1>
        <span id="order-badges" data-live>
          ${badge(order.displayFinancialStatus)} ${badge(orderFulfillmentStatus(order))}
          ${order.cancelledAt !== null && html`<span class="badge quiet">Canceled</span>`}
        </span>
        <details class="more-actions">
          <summary class="button">More actions</summary>
          ${extension('admin.order-details.action.render')}
          <a class="button" href="/account/${shop.handle}/orders/${numericId(order.id)}">View order status page</a>
        </details>
        <details class="more-actions">
          <summary class="button">Print</summary>
          ${extension('admin.order-details.print-action.render')}
        </details>
      </header>
      <p class="quiet">${timeLabel(shop, order.createdAt)}</p>
      ${problem !== null && html`<p class="banner critical" role="alert">${problem}</p>`}
      <div class="columns">
        <div>
          ${order.fulfillmentOrders
            .filter((each) => each.lineItems.some(({ remainingQuantity }) => remainingQuantity > 0))
            .map((each) => unfulfilledCard(shop, each, path))}
          <div id="fulfillments" data-live>
            ${order.fulfillments.map((fulfillment) => fulfillmentCard(shop, fulfillment, path))}
          </div>
          ${paymentCard(shop, order)}
          ${
            shop.hasPinnedBlocks || !shop.installation
              ? extension('admin.order-details.block.render')
              : unpinnedBlocks(shop, path)
          }
        </div>
        <aside>${notesCard(order)} ${customerCard(order)} ${riskCard(order)}</aside>
      </div>
    `,
  });
}

/** Until the merchant pins them, the blocks of apps are only offered, at the end of the page. */
function unpinnedBlocks(shop: SandboxShop, path: string): Html {
  const { title, add, text, pin } = pinWords(shop.record.locale);
  return html`<section class="card app-blocks">
    <h2>${title}</h2>
    <details open>
      <summary class="button">${add}</summary>
      <p class="quiet">${text}</p>
      <form method="post" action="${path}/pin-blocks" class="block-offers">
        <div
          data-extension-target="admin.order-details.block.render"
          data-shop="${shop.domain}"
          data-pin-label="${pin}"
        ></div>
      </form>
    </details>
  </section>`;
}

function unfulfilledCard(shop: SandboxShop, fulfillmentOrder: FulfillmentOrderRecord, path: string): Html {
  const { id, status, deliveryMethod, lineItems, locationId, holds } = fulfillmentOrder;
  const open = isOpen(fulfillmentOrder);
  return html`<section class="card" data-fulfillment-order="${id}">
    <h2>
      ${open ? badge('UNFULFILLED') : badge(status)}
      <span class="quiet"
        >${shop.location(locationId).name} · ${statusLabel(deliveryMethod?.methodType ?? 'NONE')}</span
      >
    </h2>
    ${
      holds.length > 0 &&
      html`<form method="post" action="${path}/fulfillment-orders/${numericId(id)}/release" class="banner">
        ${holds.map(
          ({ reasonNotes, heldByRequestingApp }) =>
            html`<p>On hold${heldByRequestingApp && html` by an app`}. ${reasonNotes}</p>`,
        )}
        <button class="button">Release hold</button>
      </form>`
    }
    <form method="post" action="${path}/fulfillments">
      <input type="hidden" name="fulfillmentOrder" value="${id}" />
      <table class="lines">
        ${lineItems
          .filter(({ remainingQuantity }) => remainingQuantity > 0)
          .map(({ id: lineId, lineItemId, remainingQuantity }) => {
            const line = shop.lineItem(lineItemId);
            return html`<tr>
              <td>
                ${line.name}
                <span class="quiet">${line.sku}</span>
                ${line.customAttributes.map(({ key, value }) => html`<span class="quiet">${key}: ${value}</span>`)}
              </td>
              <td class="number">
                <label>
                  <span class="sr-only">Quantity of ${line.name}</span>
                  <input
                    type="number"
                    name="quantity:${lineId}"
                    min="0"
                    max="${remainingQuantity}"
                    value="${remainingQuantity}"
                    ${open ? null : html`disabled`}
                  />
                </label>
                of ${remainingQuantity}
              </td>
            </tr>`;
          })}
      </table>
      <div class="actions">
        <button class="button primary" ${open ? null : html`disabled`}>Fulfill items</button>
      </div>
    </form>
  </section>`;
}

function fulfillmentCard(shop: SandboxShop, fulfillment: FulfillmentRecord, path: string): Html {
  return html`<section class="card" data-fulfillment="${fulfillment.id}">
    <h2>
      ${badge(displayStatus(fulfillment))} <span>${fulfillment.name}</span>
      <span class="quiet"
        >${shop.location(fulfillment.locationId).name} · ${timeLabel(shop, fulfillment.createdAt)}</span
      >
    </h2>
    <table class="lines">
      ${fulfillment.lineItems.map(
        ({ lineItemId, quantity }) =>
          html`<tr>
            <td>${shop.lineItem(lineItemId).name}</td>
            <td class="number">× ${quantity}</td>
          </tr>`,
      )}
    </table>
    ${fulfillment.trackingInfo.map(
      ({ company, number, url }) =>
        html`<p class="tracking">
          ${company ?? 'Tracking'}: ${url === null ? number : html`<a href="${url}" rel="noreferrer">${number}</a>`}
        </p>`,
    )}
    ${
      fulfillment.estimatedDeliveryAt !== null &&
      html`<p class="estimate">Estimated delivery: ${timeLabel(shop, fulfillment.estimatedDeliveryAt)}</p>`
    }
    ${
      fulfillment.events.length > 0 &&
      html`<ol class="events">
        ${fulfillment.events
          .toSorted((a, b) => b.happenedAt.localeCompare(a.happenedAt))
          .map(
            ({ status, happenedAt, message }) =>
              html`<li>${badge(status)} ${timeLabel(shop, happenedAt)} <span class="quiet">${message}</span></li>`,
          )}
      </ol>`
    }
    ${
      fulfillment.status === 'SUCCESS' &&
      html`<form method="post" action="${path}/fulfillments/${numericId(fulfillment.id)}/cancel" class="actions">
        <button class="button">Cancel fulfillment</button>
      </form>`
    }
  </section>`;
}

function paymentCard(shop: SandboxShop, order: OrderRecord): Html {
  const row = (label: string, amount: string) =>
    html`<tr>
      <td>${label}</td>
      <td class="number">${amount}</td>
    </tr>`;
  return html`<section class="card">
    <h2>${statusLabel(order.displayFinancialStatus)}</h2>
    <table class="lines">
      ${order.lineItems.map((line) =>
        row(`${line.name} × ${line.quantity}`, priceLabel(shop, discountedTotal(line, order.currencyCode))),
      )}
      ${row('Subtotal', priceLabel(shop, subtotal(order)))}
      ${row(order.shippingLines[0]?.title ?? 'Shipping', priceLabel(shop, shippingPrice(order)))}
      ${row('Total', priceLabel(shop, totalPrice(order)))}
    </table>
  </section>`;
}

function notesCard({ note, customAttributes, tags }: OrderRecord): Html {
  return html`<section class="card">
    <h2>Notes</h2>
    <p>${note ?? 'No notes from customer'}</p>
    ${customAttributes.map(({ key, value }) => html`<p><strong>${key}</strong><br />${value}</p>`)}
    ${tags.length > 0 && html`<p>${tags.map((tag) => html`<span class="badge quiet">${tag}</span> `)}</p>`}
  </section>`;
}

function customerCard({ customer, email, phone, shippingAddress, billingAddress }: OrderRecord): Html {
  return html`<section class="card">
    <h2>Customer</h2>
    <p>${[customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || 'No customer'}</p>
    <p>${email ?? 'No email'}<br />${phone ?? customer?.phone ?? 'No phone'}</p>
    <h3>Shipping address</h3>
    ${addressBlock(shippingAddress)}
    <h3>Billing address</h3>
    ${addressBlock(billingAddress)}
  </section>`;
}

function addressBlock(address: MailingAddressRecord | null): Html {
  if (!address) return html`<p class="quiet">None</p>`;
  const lines = [
    [address.firstName, address.lastName].filter(Boolean).join(' '),
    address.company,
    address.address1,
    address.address2,
    [address.zip, address.city, address.province].filter(Boolean).join(' '),
    address.country,
    address.phone,
  ];
  return html`<address>${lines.filter(Boolean).map((line) => html`${line}<br />`)}</address>`;
}

function riskCard({ risk }: OrderRecord): Html {
  return html`<section class="card">
    <h2>Order risk</h2>
    <p>${risk.assessments.map(({ riskLevel }) => statusLabel(riskLevel)).join(', ')}</p>
  </section>`;
}
