import { orderFulfillmentStatus } from '../fulfillments/fulfillment-status.ts';
import { numericId } from '../shop/gid.ts';
import { totalPrice } from '../orders/pricing.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html } from './html.ts';
import { badge, priceLabel, statusLabel, timeLabel } from './labels.ts';
import { adminPage, storePath } from './layout.ts';

export function orderListPage(sandbox: Sandbox, shop: SandboxShop): string {
  const orders = [...shop.orders.values()].toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.number - a.number,
  );
  const path = `${storePath(shop)}/orders`;
  return adminPage(sandbox, shop, {
    title: 'Orders',
    section: 'orders',
    content: html`
      <h1>Orders</h1>
      <form method="post" action="${path}/fulfill-selected" class="card flush" data-selection>
        <div class="bar">
          <label
            ><input type="checkbox" data-select-all aria-label="Select all orders" />
            <span data-selected-count>0</span> selected</label
          >
          <button class="button" data-needs-selection disabled>Fulfill orders</button>
          <div data-extension-target="admin.order-index.selection-action.render" data-shop="${shop.domain}"></div>
          <div data-extension-target="admin.order-index.selection-print-action.render" data-shop="${shop.domain}"></div>
        </div>
        <table class="orders">
          <thead>
            <tr>
              <th></th>
              <th>Order</th>
              <th>Date</th>
              <th>Customer</th>
              <th class="number">Total</th>
              <th>Payment</th>
              <th>Fulfillment</th>
            </tr>
          </thead>
          <tbody id="order-rows" data-live>
            ${orders.map(
              (order) =>
                html`<tr>
                  <td>
                    <input
                      type="checkbox"
                      name="order"
                      value="${numericId(order.id)}"
                      data-gid="${order.id}"
                      aria-label="Select ${order.name}"
                    />
                  </td>
                  <td>
                    <a href="${path}/${numericId(order.id)}"><strong>${order.name}</strong></a>
                    ${order.test && html`<span class="badge quiet">Test</span>`}
                    ${order.cancelledAt !== null && html`<span class="badge quiet">Canceled</span>`}
                  </td>
                  <td>${timeLabel(shop, order.createdAt)}</td>
                  <td>${customerName(order)}</td>
                  <td class="number">${priceLabel(shop, totalPrice(order))}</td>
                  <td>${statusLabel(order.displayFinancialStatus)}</td>
                  <td>${badge(orderFulfillmentStatus(order))}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        ${orders.length === 0 && html`<p class="empty">No orders yet.</p>`}
      </form>
    `,
  });
}

function customerName({ customer, shippingAddress }: OrderRecord): string {
  const { firstName = null, lastName = null } = customer ?? shippingAddress ?? {};
  return [firstName, lastName].filter(Boolean).join(' ') || (shippingAddress?.company ?? 'No customer');
}
