/**
 * A stand-in for Shopify's App Bridge, loaded by the app inside the admin's frame. It offers what embedded apps use of
 * the real one: id tokens, the authenticated `fetch`, navigation, title bar, save bar, modal, toasts. What it does not
 * offer fails with a message instead of doing nothing.
 */
(() => {
  const script = document.currentScript;
  const admin = new URL(script.src).origin;
  const isEmbedded = window.top !== window.self;
  const config = readConfig();
  const handle = config.shop?.replace(/\.myshopify\.com$/, '');

  /** Shop and host stand in the first address only; the pages after it find them in the session. */
  function readConfig() {
    const search = new URLSearchParams(location.search);
    const remembered = JSON.parse(sessionStorage.getItem('app-bridge-config') ?? '{}');
    const given = Object.fromEntries(
      ['shop', 'host', 'locale'].filter((name) => search.has(name)).map((name) => [name, search.get(name)]),
    );
    const apiKey =
      script.dataset.apiKey ?? document.querySelector('meta[name="shopify-api-key"]')?.getAttribute('content') ?? null;
    if (apiKey === null) throw new Error('App Bridge: the meta tag shopify-api-key is missing before its script');
    const settings = { ...remembered, ...given, apiKey };
    sessionStorage.setItem('app-bridge-config', JSON.stringify(settings));
    return settings;
  }

  const anyFetch = window.fetch.bind(window);
  let current = { token: '', endsAt: 0 };

  async function idToken() {
    if (Date.now() < current.endsAt - 10_000) return current.token;
    const answer = await anyFetch(`${admin}/app-bridge/id-token?shop=${encodeURIComponent(config.shop)}`);
    if (!answer.ok) throw new Error(`App Bridge: no id token: ${(await answer.json()).error}`);
    const { idToken: token } = await answer.json();
    const { exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
    current = { token, endsAt: exp * 1000 };
    return token;
  }

  /** Requests to the app carry an id token; one refused for its token goes once more with a fresh one. */
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.protocol === 'shopify:') throw new Error(`App Bridge: the sandbox has no direct API (${request.url})`);
    if (url.origin !== location.origin) return anyFetch(input, init);
    const again = request.clone();
    const answer = await authenticated(request);
    const elsewhere = answer.headers.get('X-Shopify-API-Request-Failure-Reauthorize-Url');
    if (elsewhere) {
      open(elsewhere, '_top');
      return new Promise(() => {});
    }
    if (answer.headers.get('X-Shopify-Retry-Invalid-Session-Request') !== '1') return answer;
    current = { token: '', endsAt: 0 };
    return authenticated(again);
  };
  async function authenticated(request) {
    if (!request.headers.has('Authorization')) request.headers.set('Authorization', `Bearer ${await idToken()}`);
    request.headers.set('X-Requested-With', 'XMLHttpRequest');
    return anyFetch(request);
  }

  // The bounce page: a document was asked for without a token, and is asked for again with one.
  const reload = new URLSearchParams(location.search).get('shopify-reload');
  if (reload !== null) {
    const url = new URL(reload, location.href);
    if (url.origin !== location.origin) throw new Error('App Bridge: shopify-reload leads to another origin');
    idToken().then((token) => {
      url.searchParams.set('id_token', token);
      location.replace(url.href);
    });
  } else if (!isEmbedded && config.host) {
    // An app that is opened outside the admin is taken there.
    location.replace(`${admin}/store/${handle}/apps/${config.apiKey}${location.pathname}`);
  }

  const tellAdmin = (kind, message = {}) => {
    if (isEmbedded) parent.postMessage({ kind, ...message }, admin);
  };

  // Elements of the app that the admin shows as its own: a click there is a click here.
  const shown = new Map();
  const show = (element) => {
    const known = [...shown].find(([, each]) => each === element);
    const id = known?.[0] ?? `element-${shown.size + 1}`;
    shown.set(id, element);
    return id;
  };
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== admin || source !== parent || data?.kind !== 'activate') return;
    const element = shown.get(data.id);
    if (element?.hasAttribute('href')) element.dispatchEvent(new Event('shopify:navigate', { bubbles: true }));
    else element?.click();
  });

  /** The path of the app without what the admin added to its address. */
  function appPath() {
    const search = new URLSearchParams(location.search);
    for (const name of ['shop', 'host', 'embedded', 'id_token', 'locale', 'session', 'timestamp', 'hmac'])
      search.delete(name);
    return location.pathname.replace(/^\/$/, '') + (search.size > 0 ? `?${search}` : '');
  }
  const tellLocation = () => tellAdmin('location', { path: appPath() });
  for (const name of ['pushState', 'replaceState']) {
    const original = history[name].bind(history);
    history[name] = (...given) => {
      original(...given);
      tellLocation();
    };
  }
  addEventListener('popstate', tellLocation);
  if (reload === null) tellLocation();

  /** `shopify://admin/orders/1`, `shopify:admin/orders/1` and the admin's public address mean a page of the admin. */
  function adminPath(href) {
    return (
      /^shopify:\/*admin(\/.*)$/.exec(href)?.[1] ??
      /^https:\/\/admin\.shopify\.com\/store\/[^/]+(\/.*)$/.exec(href)?.[1]
    );
  }
  const openAnywhere = window.open.bind(window);
  window.open = (href, ...rest) => {
    const path = adminPath(String(href));
    if (path === undefined) return openAnywhere(href, ...rest);
    tellAdmin('open', { path });
    return null;
  };
  addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof Element && each.matches('a[href], s-link[href]'));
    const path = link && adminPath(link.getAttribute('href'));
    if (path === undefined) return;
    event.preventDefault();
    tellAdmin('open', { path });
  });

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host, .sandbox { font: 13px/1.4 Inter, system-ui, sans-serif; }
    .bar { position: fixed; inset: 0 0 auto; z-index: 1000; display: flex; gap: 8px; align-items: center;
      padding: 8px 16px; color: #fff; background: #1a1a1a; }
    .bar strong { margin-right: auto; }
    button { padding: 4px 12px; border: 1px solid #8a8a8a; border-radius: 8px; font: inherit; cursor: pointer; }
    button.primary { background: #fff; }
    .toasts { position: fixed; inset: auto 0 24px; z-index: 1001; display: grid; gap: 8px; justify-items: center; pointer-events: none; }
    .toast { padding: 8px 16px; border-radius: 8px; color: #fff; background: #303030; pointer-events: auto; }
    .toast.error { background: #8e1f0b; }
  `);

  /** Calls back now and whenever the children of an element change. */
  function watchChildren(element, callback) {
    callback();
    new MutationObserver(callback).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  }

  class NavMenu extends HTMLElement {
    connectedCallback() {
      this.hidden = true;
      watchChildren(this, () => {
        const links = [...this.querySelectorAll('a[href], s-link[href]')].filter(
          (link) => link.getAttribute('rel') !== 'home',
        );
        tellAdmin('navigation', {
          items: links.map((link) => ({
            id: show(link),
            label: link.textContent.trim(),
            href: link.getAttribute('href'),
          })),
        });
      });
    }
  }

  class TitleBar extends HTMLElement {
    static observedAttributes = ['title'];
    connectedCallback() {
      this.hidden = true;
      if (!this.closest('ui-modal')) watchChildren(this, () => this.tell());
    }
    attributeChangedCallback() {
      if (this.isConnected && !this.closest('ui-modal')) this.tell();
    }
    tell() {
      const actions = [...this.querySelectorAll('button, a[href]')].map((element) => ({
        id: show(element),
        label: element.textContent.trim(),
        variant: element.getAttribute('variant'),
      }));
      tellAdmin('title', { title: this.getAttribute('title') ?? document.title, actions });
    }
  }

  /** Something of the app that is shown and hidden, by the element itself or by its id. */
  class Overlay extends HTMLElement {
    showing = false;
    connectedCallback() {
      this.style.display = 'contents';
      this.hidden = !this.showing;
    }
    disconnectedCallback() {
      this.hide();
    }
    async show() {
      if (this.showing) return;
      this.showing = true;
      this.hidden = false;
      this.draw();
      this.dispatchEvent(new Event('show'));
    }
    async hide() {
      if (!this.showing) return;
      this.showing = false;
      this.hidden = true;
      this.clear();
      this.dispatchEvent(new Event('hide'));
    }
    async toggle() {
      return this.showing ? this.hide() : this.show();
    }
  }

  /** The contextual save bar: its buttons press the app's own. */
  class SaveBar extends Overlay {
    #bar = null;
    draw() {
      this.#bar = saveBar(this.querySelectorAll('button'));
      document.body.append(this.#bar);
    }
    clear() {
      this.#bar?.remove();
    }
  }

  /** @param buttons of the app; the primary one saves, the other discards */
  function saveBar(buttons) {
    const host = document.createElement('div');
    host.className = 'sandbox-save-bar';
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const bar = document.createElement('div');
    bar.className = 'bar';
    bar.setAttribute('role', 'region');
    bar.setAttribute('aria-label', 'Unsaved changes');
    bar.append(Object.assign(document.createElement('strong'), { textContent: 'Unsaved changes' }));
    const ordered = [...buttons].toSorted((a, b) => isPrimary(a) - isPrimary(b));
    for (const button of ordered) {
      const copy = document.createElement('button');
      copy.className = isPrimary(button) ? 'primary' : '';
      copy.addEventListener('click', () => button.click());
      const mirror = () => {
        copy.textContent = button.textContent.trim() || (isPrimary(button) ? 'Save' : 'Discard');
        copy.disabled =
          button.disabled || button.getAttribute('loading') === '' || button.getAttribute('loading') === 'true';
      };
      watchChildren(button, mirror);
      bar.append(copy);
    }
    root.append(bar);
    return host;
  }
  const isPrimary = (button) => Number(button.getAttribute('variant') === 'primary');

  class Modal extends Overlay {
    /** Where React puts the content; other apps write it inside the element. */
    content = document.createElement('div');
    #dialog = null;
    draw() {
      if (this.content.childNodes.length === 0)
        this.content.append(...[...this.children].filter((child) => !child.matches('ui-title-bar, ui-save-bar')));
      const titleBar = this.querySelector('ui-title-bar');
      this.#dialog = document.createElement('dialog');
      const title = Object.assign(document.createElement('h2'), { textContent: titleBar?.getAttribute('title') ?? '' });
      const footer = document.createElement('footer');
      for (const button of titleBar?.querySelectorAll('button') ?? []) {
        const copy = Object.assign(document.createElement('button'), { textContent: button.textContent.trim() });
        copy.addEventListener('click', () => button.click());
        footer.append(copy);
      }
      const source = this.getAttribute('src');
      const body = source === null ? this.content : Object.assign(document.createElement('iframe'), { src: source });
      this.#dialog.append(title, body, footer);
      this.#dialog.addEventListener('close', () => this.hide());
      document.body.append(this.#dialog);
      this.#dialog.showModal();
    }
    clear() {
      this.#dialog?.close();
      this.#dialog?.remove();
    }
  }

  customElements.define('ui-nav-menu', NavMenu);
  customElements.define('s-app-nav', class extends NavMenu {});
  customElements.define('ui-title-bar', TitleBar);
  customElements.define('ui-save-bar', SaveBar);
  customElements.define('ui-modal', Modal);

  /** Forms with `data-save-bar` get a save bar of their own as soon as something in them changes. */
  const formBars = new Map();
  function closeFormBar(form) {
    formBars.get(form)?.remove();
    formBars.delete(form);
  }
  addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form[data-save-bar]') : null;
    if (!form || formBars.has(form)) return;
    const save = document.createElement('button');
    save.setAttribute('variant', 'primary');
    save.addEventListener('click', () => form.requestSubmit());
    const discard = document.createElement('button');
    discard.addEventListener('click', () => form.reset());
    const bar = saveBar([save, discard]);
    formBars.set(form, bar);
    document.body.append(bar);
  });
  addEventListener('submit', ({ target }) => closeFormBar(target));
  addEventListener('reset', ({ target }) => closeFormBar(target));

  const toasts = new Map();
  let toastHost = null;
  const toast = {
    show(message, { duration = 5000, isError = false, action, onAction, onDismiss } = {}) {
      if (!toastHost?.isConnected) {
        toastHost = document.createElement('div');
        toastHost.className = 'sandbox-toasts';
        toastHost.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
        toastHost.shadowRoot.append(Object.assign(document.createElement('div'), { className: 'toasts' }));
        document.body.append(toastHost);
      }
      const id = `toast-${crypto.randomUUID()}`;
      const element = Object.assign(document.createElement('div'), { textContent: message });
      element.className = isError ? 'toast error' : 'toast';
      element.setAttribute('role', isError ? 'alert' : 'status');
      if (action) {
        const button = Object.assign(document.createElement('button'), { textContent: action });
        button.addEventListener('click', () => onAction?.());
        element.append(' ', button);
      }
      toastHost.shadowRoot.querySelector('.toasts').append(element);
      toasts.set(id, { element, onDismiss });
      setTimeout(() => toast.hide(id), duration);
      return id;
    },
    hide(id) {
      const known = toasts.get(id);
      if (!known) return;
      toasts.delete(id);
      known.element.remove();
      known.onDismiss?.();
    },
  };

  const overlayById = (kind) => (id) => {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new Error(`App Bridge: there is no ${kind.name} with the id ${id}`);
    return element;
  };
  const controlsOf = (kind) => ({
    show: async (id) => overlayById(kind)(id).show(),
    hide: async (id) => overlayById(kind)(id).hide(),
    toggle: async (id) => overlayById(kind)(id).toggle(),
  });
  const absent = (name) => async () => {
    throw new Error(`App Bridge: the sandbox has no shopify.${name}`);
  };

  window.shopify = {
    config,
    origin: admin,
    ready: Promise.resolve(),
    environment: { embedded: isEmbedded, mobile: false, pos: false, intent: false },
    idToken,
    toast,
    loading: (isLoading = true) => tellAdmin('loading', { isLoading }),
    modal: controlsOf(Modal),
    saveBar: {
      ...controlsOf(SaveBar),
      async leaveConfirmation() {
        const isOpen = formBars.size > 0 || [...document.querySelectorAll('ui-save-bar')].some((bar) => bar.showing);
        if (isOpen && !confirm('Leave page with unsaved changes?')) throw new Error('App Bridge: the merchant stayed');
      },
    },
    user: async () => ({ accountAccess: 'full' }),
    app: { extensions: async () => [] },
    webVitals: { onReport: async () => {} },
    support: { registerHandler: async () => {} },
    resourcePicker: absent('resourcePicker'),
    picker: absent('picker'),
    scanner: { capture: absent('scanner.capture') },
    intents: { invoke: absent('intents.invoke') },
    reviews: { request: absent('reviews.request') },
    scopes: { query: absent('scopes.query'), request: absent('scopes.request'), revoke: absent('scopes.revoke') },
  };
})();
