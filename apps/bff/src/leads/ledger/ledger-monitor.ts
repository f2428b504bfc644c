import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { withDeadlines } from '../../platform/database/connection/deadlines.ts';
import { sqlStateOf } from '../../platform/database/connection/unavailable.ts';
import type { Database } from '../../platform/database/database.ts';

/** Whether leads can be committed now. */
export interface LedgerMonitor {
  /** Result of the last probe. */
  moves(): boolean;
  /** Result of the last probe, or of a new probe if the last one is more than a second old. */
  check(): Promise<boolean>;
  /** Seconds since the last successful probe; since the start if no probe was successful. */
  silentSeconds(): number;
  stop(): void;
}

const probeEveryMs = 2_000;
const currentMs = 1_000;
/** Shorter than the deadlines of a request, so that the probe finds dead connections first. */
const probeDeadlines = { statementMs: 2_500, checkoutMs: 3_000 };

/**
 * Tests a lead's commit without writing a row: table lock, write privilege, and the flush to the WAL and to
 * synchronous standbys.
 */
const probe = sql`
  with locked as (update leads set updated_at = updated_at where false returning 1)
  select pg_logical_emit_message(true, 'ledger-probe', ''), (select count(*) from locked)`;
/** For databases or roles that may not call `pg_logical_emit_message`. */
const probeWithoutLog = sql`update leads set updated_at = updated_at where false`;
const notSupported = new Set(['42883', '0A000', '42501']);

/** Probes every two seconds until stopped. @param log gets a line for each change of state */
export function monitorLedger(
  database: Kysely<Database>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): LedgerMonitor {
  let statement = probe;
  let moves = false;
  let movedAt = performance.now();
  let probedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      await statement.execute(database);
    } catch (error) {
      if (statement === probeWithoutLog || !notSupported.has(sqlStateOf(error) ?? '')) throw error;
      statement = probeWithoutLog;
      await statement.execute(database);
    }
  }

  async function look(): Promise<void> {
    try {
      await withDeadlines(probeDeadlines, ask);
      if (!moves) log.info('the database accepts commits');
      moves = true;
      movedAt = performance.now();
    } catch (error) {
      if (moves)
        log.warn({ err: error }, 'the database accepts no commits: leads and orders cannot be stored');
      moves = false;
    }
    probedAt = performance.now();
  }

  function lookOnce(): Promise<void> {
    flight ??= look().finally(() => {
      flight = undefined;
    });
    return flight;
  }

  void lookOnce();
  const timer = setInterval(lookOnce, probeEveryMs).unref();
  return {
    moves: () => moves,
    async check() {
      if (performance.now() - probedAt > currentMs) await lookOnce();
      return moves;
    },
    silentSeconds: () => (performance.now() - movedAt) / 1_000,
    stop: () => clearInterval(timer),
  };
}
