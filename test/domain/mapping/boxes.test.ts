import { expect, test } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { boxesByRule } from '../../../app/domain/mapping/boxes.ts';

test.each([
  [null, [3, 2], 1],
  [1, [3, 2], 5],
  [2, [3, 2], 3],
  [5, [3, 2], 1],
  [1, [], 1],
  [1, [BOUNDS.printedLabels + 1], BOUNDS.printedLabels],
])('with %s items in a box at most, lines of %j have %d boxes', (itemsPerBox, quantities, boxes) => {
  expect(
    boxesByRule(
      quantities.map((quantity) => ({ quantity })),
      itemsPerBox,
    ),
  ).toBe(boxes);
});
