/**
 * The program in a process of its own, as a worker that also takes webhooks in. Nothing happens by itself: the bench
 * starts and stops its sweeps, to measure them one by one.
 */
import { compose } from '../../app/program/composition.ts';
import { startWorker, type SweepName } from '../../app/program/worker.ts';
import { startHttpServer } from '../../app/server/server.ts';
import { readEnvironment } from '../../app/environment.ts';
import { createLogger } from '../../app/logging.ts';
import { answerSteps } from './step-process.ts';

const environment = readEnvironment();
const handoff = await compose({
  environment,
  databaseUrl: environment.DATABASE_URL ?? '',
  logger: createLogger(environment.LOG_LEVEL),
});
const { sweeps } = await startWorker(handoff.app, { work: 'by-hand' });
const server = await startHttpServer(handoff.app, 0, (_request, response) => void response.writeHead(404).end());

answerSteps({
  port: () => server.port,
  startSweep: (name: SweepName) => sweeps[name].start(),
  stopSweep: (name: SweepName) => sweeps[name].stop(),
});
