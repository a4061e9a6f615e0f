import { cleanText, cleanTexts } from './clean-text.ts';
import type { Attribute } from '../planning/fulfillment.ts';

/** What is written under a name: cleaned, without the empty ones. Names are compared without case. */
export function readAttributes(attributes: readonly Attribute[], name: string): string[] {
  const wanted = cleanText(name).toLowerCase();
  return cleanTexts(attributes.filter(({ key }) => cleanText(key).toLowerCase() === wanted).map(({ value }) => value));
}
