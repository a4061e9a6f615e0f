import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { bundleModule } from './bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCES = ['extensions/**/*.{ts,tsx}', 'app/extension-api/*.ts', 'sandbox/shopify/extension-host/**/*.ts'];

/**
 * Bundled modules. A module is bundled again when a source has changed, so that a developer only has to reload the
 * page.
 */
export class Bundles {
  #made = new Map<string, Promise<string>>();
  #madeAt = 0;

  /** @param entry path from the project's root */
  async of(entry: string): Promise<string> {
    const changedAt = Math.max(
      ...globSync(SOURCES, { cwd: ROOT }).map((file) => statSync(path.join(ROOT, file)).mtimeMs),
    );
    if (changedAt > this.#madeAt) this.#made = new Map();
    this.#madeAt = changedAt;
    const bundle = this.#made.get(entry) ?? bundleModule(entry);
    this.#made.set(entry, bundle);
    return bundle;
  }
}
