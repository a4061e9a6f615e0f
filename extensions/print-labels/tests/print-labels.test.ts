/// <reference types="@shopify/ui-extensions/admin.order-details.print-action.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it } from 'vitest';
import { PRINTED_ORDER_LIMIT } from '../../../app/extension-api/printing.ts';
import { element, elements, labels, putUnderTest, shown, until } from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const extension = getExtension('admin.order-details.print-action.render');
putUnderTest(extension, texts);

async function select(count: number): Promise<void> {
  extension.shopify.data.selected = Array.from({ length: count }, (_, index) => ({
    id: `gid://shopify/Order/${index + 1}`,
  }));
  await extension.render();
}

const src = () => element('s-admin-print-action').getAttribute('src');

async function choose(index: number, value: string): Promise<void> {
  const select = elements('s-select')[index];
  if (!select) throw new Error('there is no such choice');
  Object.assign(select, { value });
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the print action', () => {
  it('prints the labels of the order, on a label printer', async () => {
    await select(1);
    expect(src()).toBe('/print/labels?orders=1&locale=en&format=100x150');
    expect(labels('s-select:first-of-type s-option')).toEqual(['Labels', 'Pick list', 'Handover sheet']);
    expect(shown()).toContain('a scale of 100%');
  });

  it('prints a label for each box, as many as are typed', async () => {
    await select(1);
    const field = element('s-number-field');
    Object.assign(field, { value: '3' });
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => expect(src()).toBe('/print/labels?orders=1&locale=en&format=100x150&boxes=3'));
    await choose(0, 'sheet');
    await until(() => expect(src()).toBe('/print/sheet?orders=1&locale=en'));
    expect(shown()).not.toContain('a scale of 100%'); // lists are printed on the paper of the shop's country
  });

  it('prints what is chosen, on the chosen paper', async () => {
    await select(3);
    await choose(1, 'a4');
    await until(() => expect(src()).toBe('/print/labels?orders=1,2,3&locale=en&format=a4'));
    await choose(0, 'pick-list'); // on the paper of the shop's country
    await until(() => expect(src()).toBe('/print/pick-list?orders=1,2,3&locale=en'));
    expect(element('s-link').getAttribute('href')).toBe('app:app/warehouse?orders=1,2,3');
  });

  it.each([0, PRINTED_ORDER_LIMIT + 1])('offers nothing for %d orders', async (count) => {
    await select(count);
    expect(src()).toBeNull();
    expect(shown()).toContain(`Select between 1 and ${PRINTED_ORDER_LIMIT} orders.`);
  });
});
