import type { Texts } from '../extensions.ts';
import type { FrameConfig, FrameMessage } from '../frame-config.ts';
import { buyerGlobal } from './buyer-global.ts';
import { defineElements } from './elements.ts';

/** Runs inside the frame of one extension: sets up the globals that it expects, and starts it. */

const config = readConfig();
const anyFetch = window.fetch.bind(window);
const tell = (message: FrameMessage) => parent.postMessage(message, location.origin);

const common = {
  extension: { target: config.target },
  i18n: {
    translate,
    formatDate: (date: Date, options: LocaleOptions & Intl.DateTimeFormatOptions = {}) =>
      new Intl.DateTimeFormat(localeOf(options), options).format(date),
    formatNumber: (number: number | bigint, options: LocaleOptions & Intl.NumberFormatOptions = {}) =>
      new Intl.NumberFormat(localeOf(options), options).format(number),
  },
};
const adminGlobal = {
  ...common,
  data: { selected: config.selected.map((id) => ({ id })) },
  auth: { idToken },
  query: async (query: string, { variables }: { variables?: object } = {}): Promise<unknown> => {
    const answer = await anyFetch(`/extension-host/graphql?shop=${config.shop}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return answer.json();
  },
  navigation: { navigate: (url: string | URL) => tell({ kind: 'navigate', url: String(url) }) },
  close: () => tell({ kind: 'close' }),
};

interface LocaleOptions {
  readonly inExtensionLocale?: boolean;
}

function localeOf({ inExtensionLocale }: LocaleOptions): string {
  return inExtensionLocale ? config.locale : config.staffLocale;
}

function readConfig(): FrameConfig {
  const content = document.querySelector('meta[name="extension"]')?.getAttribute('content');
  return JSON.parse(content ?? '') as FrameConfig; // the page comes from our own server
}

async function idToken(): Promise<string> {
  const answer = await anyFetch(`/app-bridge/id-token?shop=${config.shop}`);
  const { idToken: token } = (await answer.json()) as { idToken: string };
  return token;
}

/** A missing key or detail is a mistake in the extension, so it throws. */
function translate(key: string, details: Record<string, string | number> = {}): string {
  const text = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
      config.texts,
    );
  if (typeof text !== 'string') throw new Error(`${config.handle} has no text ${key} in ${config.locale}`);
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const detail = details[name];
    if (detail === undefined) throw new Error(`the text ${key} needs ${name}`);
    return String(detail);
  });
}

/** Requests to the app go to its address, with a session token. */
const appFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input), config.appUrl);
  if (url.origin !== new URL(config.appUrl).origin) return anyFetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${await idToken()}`);
  return anyFetch(url, { ...init, headers });
};

/** Reports components that the stand-ins do not have, because they would show nothing, or plain text. */
function complainOfUnknownElements(): void {
  const unknown = [...document.querySelectorAll('body *')].filter(({ localName }) => !customElements.get(localName));
  for (const { localName } of unknown) reportError(new Error(`${config.handle}: the sandbox has no <${localName}>`));
}

/** The address that was offered last: an earlier answer may arrive later. */
let asked = '';

Object.assign(globalThis, {
  shopify: config.buyer ? buyerGlobal(config.buyer, common) : adminGlobal,
  fetch: appFetch,
});
defineElements({
  onBlock: (heading, collapsedSummary) => tell({ kind: 'block', heading, collapsedSummary }),
  onPrint: (src) => void offerPrint(src),
  appPath: config.appPath,
});

/** Fetches the document of a print action as the admin does: with a session token, to be shown and printed. */
async function offerPrint(src: string): Promise<void> {
  asked = src;
  tell({ kind: 'print', document: null });
  if (src === '') return;
  const answer = await appFetch(src);
  const text = await answer.text();
  if (asked === src) tell({ kind: 'print', document: answer.ok ? text : null });
}

interface ExtensionModule {
  default(): Promise<{ display: boolean } | undefined>;
}
const extension = (await import(/* @vite-ignore */ config.module)) as ExtensionModule;
const outcome = await extension.default();
if (config.part === 'condition') {
  tell({ kind: 'display', display: outcome?.display ?? false });
} else {
  new MutationObserver(complainOfUnknownElements).observe(document.body, { childList: true, subtree: true });
  new ResizeObserver(() => tell({ kind: 'height', height: document.body.scrollHeight })).observe(document.body);
}
