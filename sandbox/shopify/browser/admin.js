/**
 * The admin's own script. It refreshes marked regions, counts a selection, and talks to App Bridge in the app's frame.
 */

const LIVE_INTERVAL = 2000;

/** Regions whose records change without the page. They are fetched again, and replaced only when something differs. */
async function refresh() {
  const regions = [...document.querySelectorAll('[data-live]')];
  if (regions.length === 0 || document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const region of regions) {
    const next = fresh.getElementById(region.id);
    if (!next || region.contains(document.activeElement) || region.querySelector(':checked')) continue;
    if (next.innerHTML !== region.innerHTML) region.innerHTML = next.innerHTML;
  }
}
setInterval(refresh, LIVE_INTERVAL);

const selection = document.querySelector('[data-selection]');
function countSelected() {
  const count = selection.querySelectorAll('input[name=order]:checked').length;
  selection.querySelector('[data-selected-count]').textContent = String(count);
  for (const button of selection.querySelectorAll('[data-needs-selection]')) button.disabled = count === 0;
}
selection?.addEventListener('change', ({ target }) => {
  if (target.matches('[data-select-all]')) {
    for (const box of selection.querySelectorAll('input[name=order]')) box.checked = target.checked;
  }
  countSelected();
});
if (selection) countSelected(); // something may have been selected before this file was loaded

const frame = document.querySelector('[data-app-frame]');
if (frame) {
  const appOrigin = new URL(frame.src).origin;
  const tell = (message) => frame.contentWindow.postMessage(message, appOrigin);

  const buttonFor = ({ id, label, variant, disabled = false }) => {
    const button = document.createElement('button');
    button.disabled = disabled;
    button.className = variant === 'primary' ? 'button primary' : 'button';
    button.textContent = label;
    button.addEventListener('click', () => tell({ kind: 'activate', id }));
    return button;
  };
  const linkFor = ({ id, label, href }) => {
    const link = document.createElement('a');
    link.href = frame.dataset.appPath + href;
    link.textContent = label;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      tell({ kind: 'activate', id });
    });
    return link;
  };
  const markCurrent = () => {
    for (const link of document.querySelectorAll('[data-app-nav] a'))
      link.toggleAttribute('aria-current', new URL(link.href).pathname === location.pathname);
  };

  const saveBar = document.querySelector('[data-app-save-bar]');
  const heard = {
    /** The frame has a new document, so everything that the previous one showed here is removed. */
    started() {
      heard.navigation({ items: [] });
      heard.saveBar({ buttons: [] });
      heard.loading({ isLoading: false });
    },
    saveBar({ buttons }) {
      saveBar.hidden = buttons.length === 0;
      saveBar.querySelector('[data-app-save-buttons]').replaceChildren(...buttons.map(buttonFor));
    },
    navigation({ items }) {
      document.querySelector('[data-app-nav]').replaceChildren(...items.map(linkFor));
      markCurrent();
    },
    title({ title, actions }) {
      document.querySelector('[data-app-title] h1').textContent = title;
      document.querySelector('[data-app-actions]').replaceChildren(...actions.map(buttonFor));
    },
    location({ path }) {
      history.replaceState(null, '', frame.dataset.appPath + path);
      markCurrent();
    },
    loading({ isLoading }) {
      document.querySelector('[data-app-loading]').hidden = !isLoading;
    },
    /** Opens a page of the admin, by its path within the shop. */
    open({ path }) {
      location.assign(frame.dataset.appPath.replace(/\/apps\/.*$/, '') + path);
    },
  };
  addEventListener('message', ({ data, origin, source }) => {
    if (origin === appOrigin && source === frame.contentWindow && Object.hasOwn(heard, data?.kind))
      heard[data.kind](data);
  });
}
