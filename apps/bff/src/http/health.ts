import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export interface HealthChecks {
  /** True when the database answers and has this version's schema. */
  databaseReady: () => Promise<boolean>;
  /** What the last call of the upstream showed. */
  upstreamState: () => 'up' | 'down' | 'unknown';
  /** True from the beginning of an orderly stop. */
  stopping: () => boolean;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

function databaseAnswers(checks: HealthChecks, log: Log): Promise<boolean> {
  return checks.databaseReady().catch((error: unknown) => {
    log.warn({ err: error }, 'the database does not answer');
    return false;
  });
}

/** True where `/readyz` answers 200. */
export async function isReady(checks: HealthChecks, log: Log): Promise<boolean> {
  return (await databaseAnswers(checks, log)) && !checks.stopping();
}

/**
 * `/healthz`: the process works. `/readyz`: it can serve. An upstream that is down does not make it unready: pages
 * are served stale and leads are stored.
 */
export function healthRoutes(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 1, message: 'OK' }),
  );

  app.get('/readyz', async (request, reply) => {
    const database = await databaseAnswers(checks, request.log);
    const ready = database && !checks.stopping();
    const upstream = checks.upstreamState();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 1 : 0,
        message: !ready ? 'Not ready' : upstream === 'down' ? 'Ready, without the upstream' : 'Ready',
        data: { database: database ? 'up' : 'down', upstream },
      });
  });
}
