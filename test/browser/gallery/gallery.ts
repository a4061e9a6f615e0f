import type { BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { openEmbeddedApp, type EmbeddedApp } from '../../set-up/browser/embedded-app.ts';

/** The languages of the admin, as Shopify names them. */
export const LOCALES = ['en', 'es', 'pt-BR'];

/** A desk and a phone. Both are tall, so that most pages are whole in their picture. */
const WINDOWS = [
  { width: 1280, height: 1500 },
  { width: 390, height: 1900 },
];

/** Takes pictures of a shop's pages, wide and on a phone, for people to look at in `screenshots/`. */
export interface Pictures {
  /** Opens pages of the app one after the other. */
  ofPages(shop: string, pages: Readonly<Record<string, string>>, name: (page: string) => string): Promise<void>;
  /** Opens a page of the app, does something there, and shows the result. */
  after(shop: string, path: string, name: string, act: (tab: EmbeddedApp) => Promise<unknown>): Promise<void>;
  /** Does something in a tab, which opens pages itself, and shows the result. */
  of(shop: string, name: string, act: (tab: EmbeddedApp) => Promise<unknown>): Promise<void>;
}

export function takePictures(world: BrowserWorld): Pictures {
  const onEachWidth = async (shop: string, act: (tab: EmbeddedApp) => Promise<unknown>) => {
    for (const window of WINDOWS) {
      const tab = await openEmbeddedApp(world.browser, world, { shop, ...window });
      await act(tab);
      await tab.close();
    }
  };
  return {
    ofPages: (shop, pages, name) =>
      onEachWidth(shop, async (tab) => {
        for (const [page, path] of Object.entries(pages)) {
          await openPage(tab, path);
          await tab.screenshot(name(page));
        }
      }),
    after: (shop, path, name, act) =>
      onEachWidth(shop, async (tab) => {
        await openPage(tab, path);
        await act(tab);
        await tab.screenshot(name);
      }),
    of: (shop, name, act) =>
      onEachWidth(shop, async (tab) => {
        await act(tab);
        await tab.screenshot(name);
      }),
  };
}

async function openPage({ app, open, page }: EmbeddedApp, path: string): Promise<void> {
  await open(path);
  await app.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}
