import { render } from 'preact';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { takeStrayCalls } from './app-stand-in.ts';

/** The extension under test, and what it shows. */

interface Texts {
  readonly [key: string]: string | Texts;
}

interface Extension {
  readonly setUp: () => void;
  readonly tearDown: () => void;
  readonly shopify: { readonly i18n: object };
}

/** Sets an extension up for each test, with the texts of a locale file and a clock that only the test advances. */
export function putUnderTest(extension: Extension, texts: Texts): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    extension.setUp();
    speakBy(texts, extension.shopify.i18n);
  });
  afterEach(async () => {
    leave();
    await letPass(1); // Preact waits before it runs effects; without this, that wait would stop the next test's effects
    extension.tearDown();
    vi.useRealTimers();
    expect(takeStrayCalls()).toEqual([]);
  });
}

/** Unmounts the extension and stops what it left running. */
export const leave = () => render(null, document.body);

/** Translates with these texts, and throws for a missing key or detail. */
function speakBy(texts: Texts, i18n: object): void {
  const translate = (key: string, details: Record<string, string | number> = {}): string => {
    const text = key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
    if (typeof text !== 'string') throw new Error(`there is no text ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const detail = details[name];
      if (detail === undefined) throw new Error(`the text ${key} needs ${name}`);
      return String(detail);
    });
  };
  const formatDate = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', options).format(date).replaceAll('\u202f', ' ');
  Object.assign(i18n, { translate, formatDate });
}

export const shown = () => document.body.textContent;

export const elements = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];

export function element(selector: string, text = ''): HTMLElement {
  const found = elements(selector).find((each) => each.textContent.includes(text));
  if (!found) throw new Error(`nothing shows ${selector} with "${text}": ${shown()}`);
  return found;
}

export const labels = (selector: string) => elements(selector).map(({ textContent }) => textContent);

export function click(selector: string, text = ''): void {
  element(selector, text).dispatchEvent(new Event('click', { bubbles: true }));
}

export async function until(look: () => void): Promise<void> {
  await vi.waitFor(look, { timeout: 20_000, interval: 5 });
}

export async function untilShown(text: string | RegExp): Promise<void> {
  await until(() => expect(shown()).toMatch(text));
}

export async function letPass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
}
