import { expect, it } from 'vitest';
import { readTarget } from '../../app/server/request-target.ts';

it.each([
  ['/app?x=1', '/app?x=1', '/app'],
  ['http://handoff.example/app?x=1', '/app?x=1', '/app'],
  ['http://handoff.example', '/', '/'],
  ['/app?q=%2500', '/app?q=%2500', '/app'],
  ['/app?q=%', '/app?q=%', '/app'],
  ['//evil.example/app', '//evil.example/app', '//evil.example/app'],
  ['/api/../app/settings?_data', '/app/settings?_data', '/app/settings'],
  ['/api/%2e%2E/app/settings', '/app/settings', '/app/settings'],
  ['/api/x\\..\\..\\app', '/app', '/app'],
  ['/../../app', '/app', '/app'],
  ['http://handoff.example/a/../webhooks', '/webhooks', '/webhooks'],
  [`/app?p=${'/'.repeat(500)}`, `/app?p=${'/'.repeat(500)}`, '/app'],
  ['/assets/..%2f..%2fserver', '/assets/..%2f..%2fserver', '/assets/..%2f..%2fserver'],
])('%s asks for %s', (target, url, path) => {
  expect(readTarget(target)).toEqual({ ok: true, url, path });
});

it.each([
  ['/%', 400],
  ['/%00', 400],
  ['/app?q=a%00b', 400],
  ['/app?%00', 400],
  ['/%c3%28', 400],
  ['*', 400],
  ['app', 400],
  ['ftp://handoff.example/app', 400],
  [`/${'a'.repeat(8_192)}`, 414],
  ['/a'.repeat(257), 414],
  ['/%2F'.repeat(129), 414],
  [`/__manifest?version=1&p=${'/a'.repeat(256)}`, 414],
  [`/__manifest?version=1${'&p=%2Fa'.repeat(256)}`, 414],
])('%s is refused', (target, status) => {
  expect(readTarget(target)).toEqual({ ok: false, status });
});
