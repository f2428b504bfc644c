import { Kysely, PostgresDialect } from 'kysely';
import type { CheckoutTables } from '../checkout/tables.ts';
import type { ComplaintTables } from '../complaints/tables.ts';
import type { ConsentTables } from '../consents/tables.ts';
import type { ConsoleTables } from '../console/tables.ts';
import type { CouponTables } from '../coupons/tables.ts';
import type { CrmTables } from '../crm/tables.ts';
import type { InvoiceTables } from '../invoices/tables.ts';
import type { JobTables } from '../jobs/tables.ts';
import type { LeadTables } from '../leads/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { PersonalDataTables } from '../personal-data/tables.ts';
import type { ReconciliationTables } from '../reconciliation/tables.ts';
import type { SearchTables } from '../search/tables.ts';
import type { SeatTables } from '../seats/tables.ts';
import type { SelfServiceTables } from '../self-service/tables.ts';
import type { VisitTables } from '../visits/tables.ts';
import type { WaitlistTables } from '../waitlist/tables.ts';
import { backgroundDeadlines, type Deadlines } from './deadlines.ts';
import { openPool, type PoolOptions } from './pool.ts';
import type { Pooling } from './pooling.ts';
import { type AroundStatement, preparingPool } from './prepared.ts';

/** All tables, each declared by the capability that owns it. */
export interface Database
  extends LeadTables,
    ConsentTables,
    ComplaintTables,
    ConsoleTables,
    CrmTables,
    CouponTables,
    CheckoutTables,
    InvoiceTables,
    JobTables,
    MailTables,
    PersonalDataTables,
    ReconciliationTables,
    SearchTables,
    SeatTables,
    SelfServiceTables,
    VisitTables,
    WaitlistTables {}

export interface DatabaseOptions {
  /** Max connections per replica. */
  maxConnections?: number;
  /** Default statement deadlines. Default: `backgroundDeadlines`. */
  deadlines?: Deadlines;
  /** False until the schema is this version's. */
  usable?: () => boolean;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
  /** Runs each statement, for traces. */
  around?: AroundStatement;
  /** What is known of a pooler in between. */
  pooling?: Pooling;
  /** Gets the pool once, for metrics. */
  onOpen?: PoolOptions['onOpen'];
}

/**
 * Opens a pool on PostgreSQL, connecting at the first query.
 * @param url `DATABASE_URL`
 * @returns the query builder; `destroy()` closes the pool. Errors of an unavailable database match
 *   `isDatabaseUnavailable`
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const deadlines = options.deadlines ?? backgroundDeadlines;
  const pool = openPool(url, {
    max: options.maxConnections ?? 10,
    applicationName: 'bff',
    deadlines: () => deadlines,
    onError: options.onError,
    pooling: options.pooling,
    onOpen: options.onOpen,
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, options) }),
  });
}
