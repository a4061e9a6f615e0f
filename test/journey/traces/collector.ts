import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute).default([]),
              status: z.object({ code: z.number().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** Of the process that has sent it. */
  readonly pid: unknown;
}

/** A collector of traces, which speaks OTLP over HTTP. */
export interface Collector {
  readonly url: string;
  spans(): CollectedSpan[];
  /** All that has arrived, as it was sent. */
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
      bodies.push(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        bodySchema.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
          const pid = Object.values(resource.attributes.find(({ key }) => key === 'process.pid')?.value ?? {})[0];
          return scopeSpans.flatMap(({ spans }) =>
            spans.map(({ traceId, spanId, parentSpanId, name }) => ({ traceId, spanId, parentSpanId, name, pid })),
          );
        }),
      ),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
