/** Shopify shows 300 px of a block, and 600 px once it is unfolded: three plain cards, or two with an explanation. */
const ROOM = 6;
const PLAIN_CARD = 2;

/** Splits the cards into pages, in order. A page has as many cards as fit, and at least one. */
export function inPages<Card extends { readonly explanations: number }>(cards: readonly Card[]): Card[][] {
  const pages: Card[][] = [];
  let room = 0;
  for (const card of cards) {
    const size = PLAIN_CARD + card.explanations;
    if (size > room) {
      pages.push([]);
      room = ROOM;
    }
    pages.at(-1)?.push(card);
    room -= size;
  }
  return pages;
}
