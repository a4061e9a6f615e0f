import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { elementProblems, publishedElements } from '../../../scripts/extensions/extension-elements.ts';

const block = publishedElements('admin.order-details.block.render');
const buyers = publishedElements('customer-account.order-status.fulfillment-details.render-after');

function problemsOf(jsx: string, elements = block): string[] {
  const module = ts.createSourceFile('card.tsx', jsx, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
  return elementProblems(module, elements);
}

describe('the elements of a module', () => {
  it('may be all that the target has, with the properties it gives them', () => {
    const jsx = `<s-admin-block heading="x"><Card /><s-button slot="a" key="b" onClick={f}>x</s-button></s-admin-block>`;
    expect(problemsOf(jsx)).toEqual([]);
  });

  it('are refused when nobody publishes them', () => {
    expect(problemsOf('const a = 1;\n<s-parcel />')).toEqual(['card.tsx:2: there is no element s-parcel']);
    expect(problemsOf('<div>x</div>')).toEqual(['card.tsx:1: there is no element div']);
  });

  it('are refused when another target has them', () => {
    expect(problemsOf('<s-details />', buyers)).toEqual([]);
    expect(problemsOf('<s-details />')).toEqual(['card.tsx:1: there is no element s-details']);
    expect(problemsOf('<s-admin-action heading="x"></s-admin-action>')).toHaveLength(1);
    expect(problemsOf('<s-admin-block />', buyers)).toHaveLength(1);
  });

  it('are refused properties that they do not take', () => {
    expect(problemsOf('<s-badge colour="x" {...more} data-x="1">x</s-badge>')).toEqual([
      'card.tsx:1: s-badge takes no colour',
      'card.tsx:1: s-badge takes no data-x',
    ]);
  });
});

it('a target that nobody publishes has no elements', () => {
  expect(publishedElements('admin.order-details.nonsense.render').size).toBe(0);
});
