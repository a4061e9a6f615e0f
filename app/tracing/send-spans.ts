import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace';
import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import type { SpanDetails, Tracing } from './tracing.ts';

const KINDS = { incoming: SpanKind.SERVER, outgoing: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Sends spans to a collector that speaks OTLP over HTTP. */
export function sendSpans(given: {
  environment: Environment;
  collector: string;
  logger: Logger;
  pace: Pace['traces'];
}): Tracing {
  const { environment, collector, logger, pace } = given;
  diag.setLogger(createDiagLogger(logger), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const ids = createIds();
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: pace.sendMs });
  const provider = new TracerProvider({
    idGenerator: ids,
    // by the trace's id, so that all processes decide alike
    sampler: new TraceIdRatioBasedSampler(environment.OTEL_TRACES_SAMPLER_ARG),
    resource: resourceFromAttributes({
      'service.name': environment.OTEL_SERVICE_NAME,
      'process.pid': process.pid,
      'handoff.role': environment.ROLE,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: pace.sendEveryMs })],
  });
  const tracer = provider.getTracer('handoff');
  const current = new AsyncLocalStorage<Context>();

  const options = ({ kind = 'internal', attributes = {} }: SpanDetails, startTime?: number) => ({
    kind: KINDS[kind],
    attributes: withoutNulls(attributes),
    ...(startTime === undefined ? {} : { startTime }),
  });
  const within = async <T>(details: SpanDetails, context: Context, work: () => Promise<T>): Promise<T> => {
    const span = tracer.startSpan(details.name, options(details), context);
    try {
      return await current.run(trace.setSpan(context, span), work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
  return {
    began(correlationId, details, startedAt) {
      ids.next = idsOf(correlationId);
      const span = tracer.startSpan(details.name, options(details, startedAt), ROOT_CONTEXT);
      ids.next = null;
      span.end();
    },
    ended(correlationId, details, startedAt) {
      tracer.startSpan(details.name, options(details, startedAt), contextOf(correlationId)).end();
    },
    step(correlationId, details, work) {
      return correlationId === null ? work() : within(details, contextOf(correlationId), work);
    },
    call(details, work) {
      const context = current.getStore();
      return context ? within(details, context, work) : work();
    },
    async stop() {
      await provider.shutdown();
    },
  };
}

/** The ids of a trace and of its first span. Every process derives the same ones. */
function idsOf(correlationId: string): { traceId: string; spanId: string } {
  const digest = createHash('sha256').update(`handoff trace ${correlationId}`).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

function contextOf(correlationId: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...idsOf(correlationId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

/** Random ids, except while `next` is set. A span takes its ids as it starts. */
function createIds(): IdGenerator & { next: { traceId: string; spanId: string } | null } {
  const random = new RandomIdGenerator();
  return {
    next: null,
    generateTraceId() {
      return this.next?.traceId ?? random.generateTraceId();
    },
    generateSpanId() {
      return this.next?.spanId ?? random.generateSpanId();
    },
  };
}

/** The kind of an error says enough. Its message could name what a buyer wrote. */
function fail(span: Span, error: unknown): void {
  const failure = error instanceof Error && 'failure' in error ? error.failure : null;
  const kind = typeof failure === 'string' ? failure : error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function withoutNulls(attributes: NonNullable<SpanDetails['attributes']>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}

/** The SDK tells of a collector that does not answer as an error; the program itself works on. */
function createDiagLogger(logger: Logger) {
  const ignore = () => undefined;
  const error = (message: string) => logger.warn({ reason: message.slice(0, 200) }, 'traces could not be sent');
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
