import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { version } from '../settings/version.ts';
import { answerOf } from './answers.ts';
import type { CallDescription } from './call-description.ts';

export interface HealthChecks {
  /** Whether leads can be committed: `moves` is the last known state, `check` tests it now. */
  ledger: { moves(): boolean; check(): Promise<boolean> };
  /** State after the last upstream call. */
  upstreamState: () => 'up' | 'down' | 'unknown';
  /** True once graceful shutdown has begun. */
  stopping: () => boolean;
}

export const readyPath = '/readyz';
export const writesReadyPath = '/readyz/writes';

const aliveCall = (): CallDescription => ({
  tags: ['operations'],
  operationId: 'is_alive',
  summary: 'Answers as long as the process works',
  response: {
    200: answerOf(z.object({ version: z.string() }), {
      example: { status: 1, message: 'OK', data: { version: '1.1.0' } },
    }),
  },
});

const readiness = z.object({
  database: z.enum(['up', 'down']),
  upstream: z.enum(['up', 'down', 'unknown']),
});

const readyCall = (operationId: string, summary: string) => (): CallDescription => ({
  tags: ['operations'],
  operationId,
  summary,
  response: {
    200: answerOf(readiness, {
      example: { status: 1, message: 'Ready', data: { database: 'up', upstream: 'up' } },
    }),
    503: answerOf(readiness, {
      description: 'The server is stopping, or it needs the database and the database accepts no commits',
      example: { status: 0, message: 'Not ready', data: { database: 'down', upstream: 'up' } },
    }),
  },
});

interface Readiness {
  ready: boolean;
  message: string;
  data: z.infer<typeof readiness>;
}

async function readReadiness(checks: HealthChecks, needs: { ledger: boolean }): Promise<Readiness> {
  // Readiness for pages does not wait for the database, because a silent database would make the load
  // balancer remove the replica.
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
 * Registers the health routes. `/healthz`: liveness. `/readyz`: pages can be served, which needs neither the
 * database nor the upstream while the cache has copies. `/readyz/writes`: leads and orders can be stored.
 * @param serves `jobs` for a process without the site (worker or console): `/readyz` then needs the database,
 * as `/readyz/writes` does
 */
export function healthRoutes(
  app: FastifyInstance,
  checks: HealthChecks,
  serves: 'pages' | 'jobs' = 'pages',
): void {
  app.get('/healthz', { config: { describes: aliveCall } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 1, message: 'OK', data: { version } }),
  );
  const pages = readyCall(
    'is_ready',
    'Whether pages can be served, which needs neither the upstream nor the database',
  );
  const writes = readyCall(
    'is_ready_for_writes',
    'Whether the database accepts commits, so that leads and orders can be stored',
  );
  for (const [path, needs, describes] of [
    [readyPath, { ledger: serves === 'jobs' }, pages],
    [writesReadyPath, { ledger: true }, writes],
  ] as const)
    app.get(path, { config: { describes } }, async (_request, reply) => {
      const { ready, message, data } = await readReadiness(checks, needs);
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? 1 : 0, message, data });
    });
}
