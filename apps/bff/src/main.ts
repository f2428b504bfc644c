/** Starts the application and stops it in order. */
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { buildApp } from './app.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { healthRoutes } from './http/health.ts';
import { createLog } from './http/log.ts';
import { openServices, type RunningServices } from './services.ts';

/** Under the ten seconds after which a container's engine kills. */
const stopTimeoutMs = 9_000;
/** Of which the jobs under way get so much. */
const jobsTimeoutMs = 6_000;
const idleCheckMs = 100;

/** A worker serves no site; whoever runs it still asks how it is. */
function buildWorkerApp({ core }: RunningServices): FastifyInstance {
  const app = fastify({
    loggerInstance: core.log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  healthRoutes(app, core.health);
  return app;
}

async function start(env: Env): Promise<void> {
  const log = createLog(env.logLevel);
  let stopping = false;
  const services = await openServices(env, log, () => stopping);
  if (env.zoho.leadIdField === undefined)
    log.warn('ZOHO_LEAD_ID_FIELD is not set: a lead is delivered to the CRM at least once, not exactly once');

  const app =
    env.role === 'worker'
      ? buildWorkerApp(services)
      : await buildApp({ ...services.core, ...(await services.openSite()) });
  if (env.role !== 'web') await services.startWorkers();
  const metricsServer =
    env.metricsPort === undefined ? undefined : await services.core.metrics.listen(env.metricsPort, env.host);
  const url = await app.listen({ port: env.port, host: env.host });
  log.info({ url, role: env.role }, 'ready');

  async function stop(signal: NodeJS.Signals): Promise<void> {
    // The second signal, or no end in time, ends it at once. What is lost is taken up again by the next process.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    log.info({ signal }, 'stopping');
    // A connection that was busy when the server closed would be kept alive after its answer.
    const closing = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
    try {
      await app.close();
      clearInterval(closing);
      metricsServer?.close();
      await services.close(jobsTimeoutMs);
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopped with an error');
      process.exit(1);
    }
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  await start(readEnv(process.env));
} catch (error) {
  if (error instanceof EnvError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
