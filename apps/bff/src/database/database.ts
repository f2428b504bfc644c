import { Kysely, PostgresDialect } from 'kysely';
import type { CheckoutTables } from '../checkout/tables.ts';
import type { CouponTables } from '../coupons/tables.ts';
import type { CrmTables } from '../crm/tables.ts';
import type { JobTables } from '../jobs/tables.ts';
import type { LeadTables } from '../leads/tables.ts';
import type { SeatTables } from '../seats/tables.ts';
import type { WaitlistTables } from '../waitlist/tables.ts';
import { backgroundDeadlines, type Deadlines } from './deadlines.ts';
import { openPool } from './pool.ts';
import { preparingPool } from './prepared.ts';

/** Every table of this application, each declared by the capability that owns it. */
export interface Database
  extends LeadTables,
    CrmTables,
    CouponTables,
    CheckoutTables,
    JobTables,
    SeatTables,
    WaitlistTables {}

export interface DatabaseOptions {
  /** Connections at most; each replica has a pool of its own. */
  maxConnections?: number;
  /** How long statements may take where nothing else is said. Default: those of work in the background. */
  deadlines?: Deadlines;
  /** False as long as nobody may use it: before its tables are those of this version. */
  usable?: () => boolean;
  /** Told of a connection that broke while idle, which nobody waits for. */
  onError?: (error: Error) => void;
}

/**
 * Opens a pool on PostgreSQL. Nothing is connected before the first query.
 *
 * @param url the connection string, `DATABASE_URL`
 * @returns the query builder; `destroy()` closes the pool. Where the database cannot be asked, its queries throw what
 *   `isDatabaseUnavailable` knows
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const deadlines = options.deadlines ?? backgroundDeadlines;
  const pool = openPool(url, {
    max: options.maxConnections ?? 10,
    applicationName: 'bff',
    deadlines: () => deadlines,
    onError: options.onError,
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, options.usable) }),
  });
}
