import { expect, test } from 'vitest';
import { askData, orderDraft, SHOP, startSandbox } from '../sandbox-under-test.ts';

const QUERY = `query ($id: ID!) { order(id: $id) { metafields(first: 9) { nodes {
  key type
  reference { ...file }
  references(first: 5) { nodes { ...file } }
} } } }
fragment file on MetafieldReference {
  __typename
  ... on GenericFile { id url mimeType fileStatus alt }
  ... on MediaImage { id image { url } mimeType fileStatus originalSource { url } }
}`;

test('a file_reference leads to its file: a document, or an image', async () => {
  const sandbox = await startSandbox();
  const pdf = { url: 'https://cdn.example/receta.pdf', mimeType: 'application/pdf', alt: 'Receta' };
  const image = { kind: 'MediaImage' as const, url: 'https://cdn.example/foto.jpg', mimeType: 'image/jpeg' };
  const namespace = 'custom';
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    metafields: [
      { namespace, key: 'receta', type: 'file_reference', files: [pdf] },
      { namespace, key: 'foto', type: 'file_reference', files: [image] },
      { namespace, key: 'todos', type: 'list.file_reference', files: [pdf, { ...image, fileStatus: 'PROCESSING' }] },
      { namespace, key: 'perdido', type: 'file_reference', value: 'gid://shopify/GenericFile/1' },
      { namespace, key: 'nota', type: 'single_line_text_field', value: 'x' },
    ],
  });
  const document = {
    __typename: 'GenericFile',
    id: expect.stringMatching(/^gid:\/\/shopify\/GenericFile\/\d+$/),
    url: pdf.url,
    mimeType: 'application/pdf',
    fileStatus: 'READY',
    alt: 'Receta',
  };
  const picture = {
    __typename: 'MediaImage',
    id: expect.stringMatching(/^gid:\/\/shopify\/MediaImage\/\d+$/),
    image: { url: image.url },
    mimeType: 'image/jpeg',
    fileStatus: 'READY',
    originalSource: { url: image.url },
  };
  expect(await askData(sandbox, QUERY, { id })).toEqual({
    order: {
      metafields: {
        nodes: [
          { key: 'receta', type: 'file_reference', reference: document, references: null },
          { key: 'foto', type: 'file_reference', reference: picture, references: null },
          {
            key: 'todos',
            type: 'list.file_reference',
            reference: null,
            references: {
              nodes: [document, { ...picture, image: null, fileStatus: 'PROCESSING', originalSource: { url: null } }],
            },
          },
          { key: 'perdido', type: 'file_reference', reference: null, references: null },
          { key: 'nota', type: 'single_line_text_field', reference: null, references: null },
        ],
      },
    },
  });
});

test('the value of a file_reference is the gid of its file, which is a node too', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    metafields: [
      { namespace: 'custom', key: 'receta', type: 'file_reference', files: [{ url: 'https://cdn.example/r.pdf' }] },
    ],
  });
  const [metafield] = sandbox.metafields(SHOP, id);
  const query = 'query ($id: ID!) { node(id: $id) { ... on GenericFile { url } } }';
  expect(await askData(sandbox, query, { id: metafield?.value })).toEqual({
    node: { url: 'https://cdn.example/r.pdf' },
  });
});
