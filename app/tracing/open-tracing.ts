import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import { StartError } from '../start-error.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

/**
 * Opens traces if the deployer names a collector. Without one, the SDK is not even loaded.
 *
 * @throws StartError when the SDK is not installed
 */
export async function openTracing(environment: Environment, logger: Logger, pace: Pace['traces']): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = environment;
  if (collector === undefined) return NO_TRACING;
  try {
    const { sendSpans } = await import('./send-spans.ts');
    return sendSpans({ environment, collector, logger, pace });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new StartError(
      'OTEL_EXPORTER_OTLP_ENDPOINT: the SDK of OpenTelemetry is not installed: run npm ci with optional dependencies, or remove the variable',
      { cause: error },
    );
  }
}
