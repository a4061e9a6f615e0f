import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { FrameLocator } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: { run(): Promise<AxeResults> };
  }
}

/**
 * What keeps people with a disability from using the page, of any impact: rule and place. Besides, a page has one
 * dominant action at most, and no two banners one above the other.
 */
export async function accessibilityFaults(app: FrameLocator): Promise<string[]> {
  const html = app.locator('html');
  await html.evaluate(SOURCE);
  await html.evaluate(atRest);
  const { violations } = await html.evaluate(() => window.axe.run());
  const faults = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 200)}`),
  );
  return [...faults, ...(await crowdedParts(app))];
}

/** While a part of the page fades in, its text has too little contrast. */
async function atRest(): Promise<void> {
  const moving = document.getAnimations().filter(({ playState, effect }) => {
    return playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
  });
  await Promise.all(moving.map(({ finished }) => finished.catch(() => null))); // one that is cancelled has ended too
}

async function crowdedParts(app: FrameLocator): Promise<string[]> {
  return app.locator('html').evaluate(() => {
    const primary = [...document.querySelectorAll<HTMLElement>('.Polaris-Button--variantPrimary')].filter((each) =>
      each.checkVisibility(),
    );
    const banners = [...document.querySelectorAll('.Polaris-Banner')];
    const cards = banners.map((banner) => banner.closest('.Polaris-ShadowBevel') ?? document.body);
    return [
      ...(primary.length > 1 ? [`dominant actions: ${primary.map((each) => each.textContent).join(', ')}`] : []),
      ...banners
        .filter((_, index) => cards.indexOf(cards[index] ?? document.body) !== index)
        .map((each) => `a second banner: ${each.textContent}`),
    ];
  });
}
