/// <reference types="@shopify/ui-extensions/admin.order-index.selection-print-action.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it } from 'vitest';
import { PRINTED_ORDER_LIMIT } from '../../../app/extension-api/printing.ts';
import { element, labels, putUnderTest, shown } from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const extension = getExtension('admin.order-index.selection-print-action.render');
putUnderTest(extension, texts);

async function select(count: number): Promise<void> {
  extension.shopify.data.selected = Array.from({ length: count }, (_, index) => ({
    id: `gid://shopify/Order/${index + 1}`,
  }));
  await extension.render();
}

const src = () => element('s-admin-print-action').getAttribute('src');

describe('the print action on a selection', () => {
  it('prints the labels of the selected orders', async () => {
    await select(3);
    expect(src()).toBe('/print/labels?orders=1,2,3&locale=en&format=100x150');
    expect(labels('s-select:first-of-type s-option')).toEqual(['Labels', 'Pick list', 'Handover sheet']);
    expect(shown()).toContain('a scale of 100%');
  });

  it.each([0, PRINTED_ORDER_LIMIT + 1])('offers nothing for %d orders', async (count) => {
    await select(count);
    expect(src()).toBeNull();
    expect(shown()).toContain(`Select between 1 and ${PRINTED_ORDER_LIMIT} orders.`);
  });
});
