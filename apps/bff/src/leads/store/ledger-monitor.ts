import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { withDeadlines } from '../../database/deadlines.ts';
import { sqlStateOf } from '../../database/unavailable.ts';

/** Whether the ledger moves: whether a lead could be committed now. */
export interface LedgerMonitor {
  /** What the last probe showed. */
  moves(): boolean;
  /** The same after a probe, where the last one is older than a second. */
  check(): Promise<boolean>;
  /** How long ago the ledger moved last, or was first looked at. */
  silentSeconds(): number;
  stop(): void;
}

const probeEveryMs = 2_000;
const currentMs = 1_000;
/** Shorter than those of visitors: silent connections are found by the probe, and not by them. */
const probeDeadlines = { statementMs: 2_500, checkoutMs: 3_000 };

/**
 * Asks for all that a lead's commit needs and writes no row: the lock of the table, the right to write, and a commit
 * that is flushed, to the standbys too where commits wait for these.
 */
const probe = sql`
  with locked as (update leads set updated_at = updated_at where false returning 1)
  select pg_logical_emit_message(true, 'ledger-probe', ''), (select count(*) from locked)`;
/** For databases that speak PostgreSQL's language without its log. */
const probeWithoutLog = sql`update leads set updated_at = updated_at where false`;
const notSupported = new Set(['42883', '0A000', '42501']);

/** Probes every two seconds until it is stopped. @param log gets a line when the ledger stops and when it moves again */
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
      if (!moves) log.info('the ledger moves');
      moves = true;
      movedAt = performance.now();
    } catch (error) {
      if (moves) log.warn({ err: error }, 'the ledger does not move: no lead and no order can be taken');
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
