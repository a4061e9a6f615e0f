import { cleanText, cleanTexts } from './clean-text.ts';
import type { Attribute } from '../fulfillment/fulfillment.ts';

/** The values of the attributes with this name, cleaned, without empty ones. Names are compared without case. */
export function readAttributes(attributes: readonly Attribute[], name: string): string[] {
  const wanted = cleanText(name).toLowerCase();
  return cleanTexts(attributes.filter(({ key }) => cleanText(key).toLowerCase() === wanted).map(({ value }) => value));
}
