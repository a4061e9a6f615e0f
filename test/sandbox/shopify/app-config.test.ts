import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAppConfig } from '../../../sandbox/shopify/app-config.ts';

async function read(text: string) {
  const directory = await mkdtemp(path.join(tmpdir(), 'app-config-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'shopify.app.toml');
  await writeFile(file, text);
  return readAppConfig(file);
}

const HEAD = 'name = "A"\n[access_scopes]\nscopes = "read_orders, write_orders"\n[webhooks]\napi_version = "2026-07"\n';
const subscription = (...lines: string[]) => `${HEAD}[[webhooks.subscriptions]]\n${lines.join('\n')}\n`;
const metafield = (...lines: string[]) => `${HEAD}[order.metafields.app.state]\n${lines.join('\n')}\n`;

test('reads what Shopify reads', async () => {
  const config = await read(
    `${subscription('topics = ["a/b", "c/d"]', 'uri = "/hooks"', 'include_fields = ["id"]')}
    [[webhooks.subscriptions]]
    compliance_topics = ["shop/redact"]
    uri = "https://elsewhere.test/hooks"
    [order.metafields.app.state]
    type = "json"
    [order.metafields.app.size]
    type = "single_line_text_field"
    capabilities.admin_filterable = true
    validations.choices = ["small", "large"]`,
  );
  expect(config).toEqual({
    name: 'A',
    apiVersion: '2026-07',
    scopes: ['read_orders', 'write_orders'],
    subscriptions: [
      { topic: 'a/b', uri: '/hooks', includeFields: ['id'], name: null },
      { topic: 'c/d', uri: '/hooks', includeFields: ['id'], name: null },
      { topic: 'shop/redact', uri: 'https://elsewhere.test/hooks', includeFields: null, name: null },
    ],
    orderMetafields: new Map([
      ['state', { type: 'json', choices: null, isAdminFilterable: false }],
      ['size', { type: 'single_line_text_field', choices: ['small', 'large'], isAdminFilterable: true }],
    ]),
  });
});

test.each([
  ['no scopes', 'name = "A"\n[webhooks]\napi_version = "2026-07"', 'access_scopes'],
  [
    'the legacy installation',
    `${HEAD}[access_scopes.x]\n`.replace('scopes =', 'use_legacy_install_flow = true\nscopes ='),
    'managed',
  ],
  [
    'an address that is not HTTP',
    subscription('topics = ["a/b"]', 'uri = "pubsub://project:topic"'),
    'http(s) addresses only',
  ],
  ['a filter', subscription('topics = ["a/b"]', 'uri = "/h"', 'filter = "id:1"'), 'filter'],
  ['an unknown key', subscription('topics = ["a/b"]', 'uri = "/h"', 'api_secret = "x"'), 'api_secret'],
  [
    'a compliance topic that is none',
    subscription('compliance_topics = ["orders/create"]', 'uri = "/h"'),
    'compliance_topics',
  ],
  ['choices of a type that takes none', metafield('type = "date"', 'validations.choices = ["a"]'), 'choices'],
  ['a filter by JSON', metafield('type = "json"', 'capabilities.admin_filterable = true'), 'admin_filterable'],
  [
    'a capability that the command line does not know',
    metafield('type = "date"', 'capabilities.analytics_queryable = true'),
    'analytics_queryable',
  ],
  ['a topic twice at one address', subscription('topics = ["a/b", "a/b"]', 'uri = "/h"'), 'twice'],
])('refuses %s', async (_name, text, reason) => {
  await expect(read(text)).rejects.toThrow(reason);
});
