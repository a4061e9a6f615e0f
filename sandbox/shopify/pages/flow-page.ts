import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html } from './html.ts';
import { timeLabel } from './labels.ts';
import { adminPage, storePath } from './layout.ts';

/**
 * Shopify Flow as far as the sandbox has it: which triggers of the app arrived, and its actions.
 *
 * @param result what the app answered to the last action
 */
export function flowPage(sandbox: Sandbox, shop: SandboxShop, result: string | null = null): string {
  const path = `${storePath(shop)}/flow`;
  const { triggers, actions } = sandbox.flow;
  const nameOf = (handle: string) => triggers.find((each) => each.handle === handle)?.name ?? handle;
  const use = (isOn: boolean, label: string) =>
    html`<form method="post" action="${path}/use">
      <input type="hidden" name="on" value="${String(isOn)}" />
      <button class="button">${label}</button>
    </form>`;
  return adminPage(sandbox, shop, {
    title: 'Flow',
    section: 'flow',
    content: html`
      <h1>Flow</h1>
      ${result !== null && html`<p class="banner" role="status">${result}</p>`}
      <section class="card">
        <h2>Workflows</h2>
        <p>The app sends triggers only to shops that have an enabled workflow.</p>
        <div class="buttons">${use(true, 'Enable workflows')} ${use(false, 'Disable workflows')}</div>
      </section>
      <section class="card">
        <h2>Run an action</h2>
        <form method="post" action="${path}/actions" class="actions">
          <label>
            Action
            <select name="action">
              ${actions.map(({ handle, name }) => html`<option value="${handle}">${name}</option>`)}
            </select>
          </label>
          <label>
            Order
            <select name="order">
              ${[...shop.orders.values()].map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
            </select>
          </label>
          <button class="button primary">Run action</button>
        </form>
      </section>
      <section class="card">
        <h2>Triggers that arrived</h2>
        <table class="lines">
          <tbody id="flow-triggers" data-live>
            ${shop.flowTriggers.toReversed().map(
              ({ handle, payload, receivedAt }) =>
                html`<tr>
                  <td>${timeLabel(shop, receivedAt)}</td>
                  <td><strong>${nameOf(handle)}</strong></td>
                  <td>
                    ${Object.entries(payload).map(
                      ([key, value]) => html`<span class="quiet">${key}: ${String(value)}</span> `,
                    )}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
        ${shop.flowTriggers.length === 0 && html`<p class="empty">No trigger has arrived yet.</p>`}
      </section>
    `,
  });
}
