/** The countries whose words and examples the pages know, by their currency: the country of a shop is not kept. */
const COUNTRIES = { ARS: 'AR', BRL: 'BR', CLP: 'CL', COP: 'CO', MXN: 'MX', PEN: 'PE' } as const;

export type ShopCountry = (typeof COUNTRIES)[keyof typeof COUNTRIES];

/** @returns null when the currency is unknown, or used in several countries */
export function shopCountry(currency?: string | null): ShopCountry | null {
  return new Map<string | null | undefined, ShopCountry>(Object.entries(COUNTRIES)).get(currency) ?? null;
}
