import type { Sandbox } from '../sandbox.ts';

const PATH = '/product-images/';

/** The image of a product, which the sandbox draws itself. Its address has a size in it, as Shopify's have. */
export function productImage({ origin }: Pick<Sandbox, 'origin'>, name: string) {
  const url = `${origin}${PATH}${encodeURIComponent(name)}.svg?v=1&width=160`;
  return { __typename: 'Image', id: null, url, src: url, altText: null, width: 160, height: 160 };
}

export const PRODUCT_IMAGES = `${PATH}:name.svg`;

/** A colour and two letters of the product's name. */
export function drawProductImage(name: string): string {
  const letters = [...name.replace(/[^\p{L}]/gu, '')].slice(0, 2).join('').toUpperCase();
  const hue = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 16 16">` +
    `<rect width="16" height="16" fill="hsl(${hue} 60% 85%)"/>` +
    `<text x="8" y="10.5" font-family="sans-serif" font-size="7" text-anchor="middle">${letters}</text></svg>`
  );
}
