import { z } from 'zod';
import { RuleBroken } from '../../../fulfillments/fulfilling.ts';
import type { TrackingInfoRecord } from '../../../shop/fulfillment-records.ts';

export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
/** Shopify's `FulfillmentTrackingInput`. */
export const trackingInput = z.object({
  company: optionalText,
  number: optionalText,
  numbers: z.array(z.string()).nullish(),
  url: optionalText,
  urls: z.array(z.string()).nullish(),
});

/** Carriers of Shopify's list that are common in this region. Shopify makes their tracking links itself. */
const carrierLinks: Readonly<Record<string, string>> = {
  Coordinadora: 'https://www.coordinadora.com/portafolio-de-servicios/servicios-en-linea/rastrear-guias/?guia=',
  Correios: 'https://rastreamento.correios.com.br/app/index.php?objetos=',
  'DHL Express': 'https://www.dhl.com/en/express/tracking.html?AWB=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  UPS: 'https://www.ups.com/WebTracking?loc=en_US&requester=ST&trackNums=',
};

/**
 * The tracking that an input asks for.
 *
 * @param path of the input, for the errors
 * @throws RuleBroken
 */
export function readTracking(input: z.output<typeof trackingInput>, path: readonly string[]): TrackingInfoRecord[] {
  const { company, number, numbers, url, urls } = input;
  if (url !== null && urls) throw new RuleBroken([...path, 'urls'], 'url and urls cannot be sent together.');
  if (number !== null && numbers)
    throw new RuleBroken([...path, 'numbers'], 'number and numbers cannot be sent together.');
  const allNumbers = numbers ?? (number ? [number] : []);
  const allUrls = urls ?? (url ? [url] : []);
  if (url && allNumbers.length === 0) throw new RuleBroken([...path, 'number'], 'number is required with url.');
  if (urls && urls.length > 0 && !numbers) throw new RuleBroken([...path, 'numbers'], 'numbers is required with urls.');
  if (allUrls.length > allNumbers.length)
    throw new RuleBroken([...path, 'urls'], 'urls must be as many as numbers: they are matched by position.');
  if (allNumbers.length === 0) return company === null ? [] : [{ company, number: null, url: null }];
  const link = company === null ? undefined : carrierLinks[company];
  return allNumbers.map((each, index) => ({
    company,
    number: each,
    url: allUrls[index] ?? (link === undefined ? null : `${link}${encodeURIComponent(each)}`),
  }));
}
