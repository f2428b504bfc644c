/** Starts the application and shuts it down gracefully. */
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { buildApp } from './main/app.ts';
import { openServices, type RunningServices } from './main/services.ts';
import { gracefulClose } from './platform/http/close-server.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createErrorReporter } from './platform/observability/error-reports.ts';
import { createLog, standardOutput } from './platform/observability/log.ts';
import { createSpanExporter } from './platform/observability/otlp.ts';
import { withSpans } from './platform/observability/spans.ts';
import { type Env, readEnv } from './platform/settings/env.ts';
import { EnvError } from './platform/settings/env-error.ts';
import { withSecretFiles } from './platform/settings/secret-files.ts';
import { version } from './platform/settings/version.ts';

/**
 * Max duration of the shutdown, without `STOP_DELAY_MS`. Below the 10 s after which container engines kill a
 * process, and below the 9 s that docs/how-to/deploy-images.md states.
 */
const stopTimeoutMs = 8_000;
/** The part of `stopTimeoutMs` that open requests may take. */
const requestsTimeoutMs = 5_800;
/**
 * Max time for active jobs, or the time that is left of the shutdown without `closeTimeoutMs`, if that is
 * less.
 */
const jobsTimeoutMs = 6_000;
/** Time at the end of the shutdown for closing connections. */
const closeTimeoutMs = 2_200;

/** A worker and a separate console have no site on the public port, only health routes. */
function buildHealthApp({ core }: RunningServices): FastifyInstance {
  const app = fastify({
    loggerInstance: core.log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  healthRoutes(app, core.health, 'jobs');
  return app;
}

/** Builds the operators' console, which has its own listener. Its code is loaded only if it is served. */
async function buildConsoleOf(
  { role }: Env,
  { console: parts, core }: RunningServices,
): Promise<FastifyInstance | undefined> {
  if (parts === undefined || role === 'web' || role === 'worker') return undefined;
  const { buildConsole } = await import('./operators/console/console-app.ts');
  return buildConsole(parts, core.log);
}

/** Opens the log on standard output. Its errors are also sent to the error tracker, if one is configured. */
function openLog({ logLevel, sentryDsn, appEnv }: Env) {
  if (sentryDsn === undefined) return { log: createLog(logLevel), flush: async () => undefined };
  const reporter = createErrorReporter({ dsn: sentryDsn, environment: appEnv });
  return { log: createLog(logLevel, reporter.watch(standardOutput())), flush: reporter.flush };
}

async function start(
  env: Env,
  log: FastifyBaseLogger,
  onStopped: () => Promise<void> = async () => undefined,
): Promise<void> {
  const stopping = new AbortController();
  /** Closers of the started parts, called in this order. @param endAt deadline, as `performance.now()` */
  const parts: ((endAt: number) => Promise<boolean>)[] = [];

  async function stop(signal: NodeJS.Signals): Promise<void> {
    // A second signal or the time-out exits immediately. The next process recovers unfinished work.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    const timeoutMs = env.stopDelayMs + stopTimeoutMs;
    const endAt = performance.now() + timeoutMs;
    setTimeout(() => process.exit(1), timeoutMs);
    log.info({ signal }, 'stopping');
    try {
      let inOrder = true;
      for (const close of parts) inOrder = (await close(endAt)) && inOrder;
      await onStopped();
      process.exit(inOrder ? 0 : 1);
    } catch (error) {
      log.error({ err: error }, 'stopped with an error');
      process.exit(1);
    }
  }
  // Registered first, because the start may wait for a database.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const services = await openServices(env, log, () => stopping.signal.aborted);
  parts.push(async (endAt) => {
    await services.close(Math.max(0, Math.min(jobsTimeoutMs, endAt - performance.now() - closeTimeoutMs)));
    return true;
  });

  const app =
    env.role === 'worker' || env.role === 'console'
      ? buildHealthApp(services)
      : await buildApp({ ...services.core, ...(await services.openSite()) });
  const metricsServer =
    env.metricsPort === undefined ? undefined : await services.core.metrics.listen(env.metricsPort, env.host);
  const operators = await buildConsoleOf(env, services);
  const closers = [app, ...(operators ? [operators] : [])].map(gracefulClose);
  parts.unshift(async () => {
    // Closing the listener resets connections that are not accepted yet, and forms sent on them would be
    // lost.
    await sleep(env.stopDelayMs);
    const closed = closers.map((close) => close(requestsTimeoutMs));
    const inTime = (await Promise.all(closed)).every(Boolean);
    metricsServer?.close();
    return inTime;
  });
  if (stopping.signal.aborted) return;
  const url = await app.listen({ port: env.port, host: env.host });
  log.info({ url, role: env.role, version }, 'ready');
  if (operators && env.console) {
    await operators.listen({ port: env.console.port, host: env.console.host });
    log.info({ url: env.console.url }, 'the console is ready');
  }
  if (env.role === 'web' || env.role === 'console') return;
  services.startWorkers().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    log.fatal({ err: error }, 'the job workers could not be started');
    void stop('SIGTERM');
  });
}

function envOrExit(): Env {
  try {
    return readEnv(withSecretFiles(process.env));
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Starts the application with tracing: its requests, jobs and statements send spans. */
function startTraced(env: Env, endpoint: string, log: FastifyBaseLogger): Promise<void> {
  const exporter = createSpanExporter({ endpoint, environment: env.appEnv, role: env.role });
  return withSpans(exporter.take, () => start(env, log, () => exporter.close()));
}

const env = envOrExit();
const { log, flush } = openLog(env);
try {
  await (env.otlpEndpoint === undefined ? start(env, log) : startTraced(env, env.otlpEndpoint, log));
} catch (error) {
  log.fatal({ err: error }, 'the start failed');
  await flush();
  process.exit(1);
}
