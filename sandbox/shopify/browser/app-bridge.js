/**
 * A stand-in for Shopify's App Bridge, loaded by the app inside the admin's frame. It has the parts that embedded apps
 * use: id tokens, the authenticated `fetch`, navigation, title bar, save bar, modal, toasts. Anything else fails with a
 * message instead of doing nothing.
 */
(() => {
  const script = document.currentScript;
  const admin = new URL(script.src).origin;
  const isEmbedded = window.top !== window.self;
  const config = readConfig();
  const handle = config.shop?.replace(/\.myshopify\.com$/, '');

  /** Shop and host are only in the first address. Later pages find them in the session. */
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

  /** Requests to the app carry an id token. If one is refused for its token, it is repeated once with a new token. */
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

  // The bounce page: a document was requested without a token, and is requested again with one.
  const reload = new URLSearchParams(location.search).get('shopify-reload');
  if (reload !== null) {
    const url = new URL(reload, location.href);
    if (url.origin !== location.origin) throw new Error('App Bridge: shopify-reload leads to another origin');
    idToken().then((token) => {
      url.searchParams.set('id_token', token);
      location.replace(url.href);
    });
  } else if (!isEmbedded && config.host) {
    // An app that is opened outside the admin is redirected into it.
    location.replace(`${admin}/store/${handle}/apps/${config.apiKey}${location.pathname}`);
  }

  const tellAdmin = (kind, message = {}) => {
    if (isEmbedded) parent.postMessage({ kind, ...message }, admin);
  };

  // Elements of the app that the admin shows as its own. A click there is passed on to the element here.
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

  /** The path of the app, without what the admin added to the address. */
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
  if (reload === null) {
    tellAdmin('started');
    tellLocation();
  }

  /**
   * `shopify://admin/orders/1`, `shopify:admin/orders/1` and the admin's public address all mean a page of the admin.
   */
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
    .toasts, .sandbox-modal { font: 13px/1.4 Inter, system-ui, sans-serif; }
    .toasts { position: fixed; inset: auto 0 24px; z-index: 1001; display: grid; gap: 8px; justify-items: center; pointer-events: none; }
    .toast { padding: 8px 16px; border-radius: 8px; color: #fff; background: #303030; pointer-events: auto; }
    .toast.error { background: #8e1f0b; }
    .sandbox-modal { min-width: 320px; max-width: 620px; padding: 16px; border: 0; border-radius: 12px; }
    .sandbox-modal footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 16px; }
  `);
  document.adoptedStyleSheets.push(sheet);

  /** Calls `callback` now, and whenever something inside an element changes. */
  function watchChildren(element, callback) {
    callback();
    const observer = new MutationObserver(callback);
    observer.observe(element, { childList: true, subtree: true, characterData: true, attributes: true });
    return observer;
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

  /** An element of the app that can be shown and hidden, through the element itself or by its id. */
  class Overlay extends HTMLElement {
    showing = false;
    connectedCallback() {
      this.style.display = 'none'; // its content is shown elsewhere
    }
    disconnectedCallback() {
      this.hide();
    }
    async show() {
      if (this.showing) return;
      this.showing = true;
      this.draw();
      this.dispatchEvent(new Event('show'));
    }
    async hide() {
      if (!this.showing) return;
      this.showing = false;
      this.clear();
      this.dispatchEvent(new Event('hide'));
    }
    async toggle() {
      return this.showing ? this.hide() : this.show();
    }
  }

  /** The contextual save bar replaces the admin's top bar. Its buttons click the app's own. */
  class SaveBar extends Overlay {
    #observer = null;
    draw() {
      this.#observer = watchChildren(this, () => tellSaveBar(this.querySelectorAll('button')));
    }
    clear() {
      this.#observer.disconnect();
      tellSaveBar([]);
    }
  }

  /** @param buttons of the app; the primary one saves, and the other discards */
  function tellSaveBar(buttons) {
    const isOn = (button, name) => button.hasAttribute(name) && button.getAttribute(name) !== 'false';
    tellAdmin('saveBar', {
      buttons: [...buttons].map((button) => ({
        id: show(button),
        label: button.textContent.trim() || (button.getAttribute('variant') === 'primary' ? 'Save' : 'Discard'),
        variant: button.getAttribute('variant'),
        disabled: isOn(button, 'disabled') || isOn(button, 'loading'),
      })),
    });
  }

  class Modal extends Overlay {
    /** React puts the content here. Other apps write it inside the element. */
    content = document.createElement('div');
    #dialog = null;
    draw() {
      if (this.content.childNodes.length === 0)
        this.content.append(...[...this.children].filter((child) => !child.matches('ui-title-bar, ui-save-bar')));
      const titleBar = this.querySelector('ui-title-bar');
      this.#dialog = document.createElement('dialog');
      this.#dialog.className = 'sandbox-modal';
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

  /** A form with `data-save-bar` gets a save bar as soon as one of its fields changes. */
  let changedForm = null;
  addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form[data-save-bar]') : null;
    if (!form || changedForm === form) return;
    changedForm = form;
    const save = document.createElement('button');
    save.setAttribute('variant', 'primary');
    save.addEventListener('click', () => form.requestSubmit());
    const discard = document.createElement('button');
    discard.addEventListener('click', () => form.reset());
    tellSaveBar([discard, save]);
  });
  const settleForm = ({ target }) => {
    if (target !== changedForm) return;
    changedForm = null;
    tellSaveBar([]);
  };
  addEventListener('submit', settleForm);
  addEventListener('reset', settleForm);

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
        const isOpen = changedForm !== null || [...document.querySelectorAll('ui-save-bar')].some((bar) => bar.showing);
        if (isOpen && !confirm('Leave page with unsaved changes?')) throw new Error('App Bridge: the merchant stayed');
      },
    },
    user: async () => ({ accountAccess: 'full' }),
    app: {
      async extensions() {
        const answer = await anyFetch(`${admin}/app-bridge/extensions?shop=${encodeURIComponent(config.shop)}`);
        if (!answer.ok) throw new Error('App Bridge: the extensions are not known');
        return answer.json();
      },
    },
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
