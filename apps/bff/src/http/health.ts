import type { FastifyInstance } from 'fastify';

export interface HealthChecks {
  /** Whether a lead could be committed: as it was seen last, or as a look at it now shows. */
  ledger: { moves(): boolean; check(): Promise<boolean> };
  /** What the last call of the upstream showed. */
  upstreamState: () => 'up' | 'down' | 'unknown';
  /** True from the beginning of an orderly stop. */
  stopping: () => boolean;
}

export const readyPath = '/readyz';
export const writesReadyPath = '/readyz/writes';

interface Readiness {
  ready: boolean;
  message: string;
  data: { database: 'up' | 'down'; upstream: 'up' | 'down' | 'unknown' };
}

async function look(checks: HealthChecks, needs: { ledger: boolean }): Promise<Readiness> {
  // Whoever asks about pages does not wait for a database that is silent: the balancer would take the replica out.
  const moves = needs.ledger ? await checks.ledger.check() : checks.ledger.moves();
  const upstream = checks.upstreamState();
  const ready = !checks.stopping() && (moves || !needs.ledger);
  const without = [!moves && 'the database', upstream === 'down' && 'the upstream'].filter(Boolean);
  return {
    ready,
    message: !ready ? 'Not ready' : without.length > 0 ? `Ready, without ${without.join(' and ')}` : 'Ready',
    data: { database: moves ? 'up' : 'down', upstream },
  };
}

/**
 * `/healthz`: the process works. `/readyz`: it can serve pages, which need neither database nor upstream as long as
 * copies are kept; so a replica stays in the balancer for them. `/readyz/writes`: the ledger moves, so that leads and
 * orders are taken.
 *
 * @param serves jobs alone need the database for all they do: there both are the same
 */
export function healthRoutes(
  app: FastifyInstance,
  checks: HealthChecks,
  serves: 'pages' | 'jobs' = 'pages',
): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 1, message: 'OK' }),
  );
  for (const [path, needs] of [
    [readyPath, { ledger: serves === 'jobs' }],
    [writesReadyPath, { ledger: true }],
  ] as const)
    app.get(path, async (_request, reply) => {
      const { ready, message, data } = await look(checks, needs);
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? 1 : 0, message, data });
    });
}
