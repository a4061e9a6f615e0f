import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http, { Agent } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { freePort } from '../set-up/free-port.ts';
import { until } from '../set-up/time/until.ts';
import { signedWebhook } from '../set-up/webhook.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('a start without what it needs', () => {
  it('says each variable in a line, and exits 1', async () => {
    const child = spawn(process.execPath, ['app/main.ts'], {
      cwd: ROOT,
      env: { NODE_ENV: 'production', PATH: process.env.PATH, OPERATOR_BASE_URL: 'nonsense', PORT: 'http' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    expect(output).toBe('');
    const lines = errors.trim().split('\n');
    expect(lines[0]).toBe('Some environment variables are missing or invalid:');
    for (const name of [
      'SHOPIFY_API_KEY',
      'SHOPIFY_API_SECRET',
      'SHOPIFY_APP_URL',
      'OPERATOR_NAME',
      'ENCRYPTION_KEY',
    ]) {
      expect(lines.some((line) => line.trim().startsWith(`${name} `))).toBe(true);
    }
    expect(errors).not.toMatch(/\bat .*\.ts/);
  });
});

describe('processes of different roles on one database', () => {
  let world: OfflineWorld;

  beforeAll(async () => {
    world = await startOfflineWorld();
  });

  afterAll(async () => {
    await world.stop();
  });

  it('share the work, stop in order and lose nothing', async () => {
    const web = await world.startProcess({ ROLE: 'web' });
    await world.setUpShop(web);
    const { id } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
    const delivered = () => world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'in-delivery' } });
    await until('the receipt', () => world.database.webhookReceipt.findFirst({ where: { subjectId: id } }));
    expect(await delivered()).toBeNull(); // nobody works the jobs off

    const worker = await world.startProcess({ ROLE: 'worker', PORT: String(await freePort()) });
    await until('the hand-over by the worker', delivered);
    expect((await fetch(`${worker.url}/app`)).status).toBe(404);
    expect(await worker.stop()).toBe(0);
    expect(await web.stop()).toBe(0);
    expect(web.lines.slice(-5).join('\n')).toContain('"stopped"');
  });

  it('finish the requests that are under way, and do not wait for idle connections', async () => {
    const web = await world.startProcess({ ROLE: 'web' });
    const agent = new Agent({ keepAlive: true });
    const { body, headers } = signedWebhook({ topic: 'orders/create', body: { id: 1 } });
    const request = http.request(`${web.url}/webhooks`, {
      method: 'POST',
      agent,
      headers: { ...Object.fromEntries(headers), 'Content-Length': body.length, Expect: '100-continue' },
    });
    request.flushHeaders();
    await once(request, 'continue'); // the program has the request
    request.write(body.slice(0, 3));
    const exited = web.stop();
    await until('the stop', () => web.lines.some((line) => line.includes('stopping')));
    request.end(body.slice(3));
    const [response] = z.tuple([z.instanceof(http.IncomingMessage)]).parse(await once(request, 'response'));
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await exited).toBe(0);
    agent.destroy();
  });
});
