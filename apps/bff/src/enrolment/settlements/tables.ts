/** The table of settlements; made by `schema.sql`. */
import type { ColumnType } from 'kysely';

/** PostgreSQL's bigint: the driver reads it as text, so that no digit is lost. */
type BigInteger = ColumnType<string | number, number, number>;

export interface SettledEntryTable {
  /** The provider's, of the payment, the refund or the adjustment. */
  id: string;
  /** In the provider's terms. */
  type: string;
  payment_id: string | null;
  amount_paise: BigInteger;
  credit_paise: BigInteger;
  debit_paise: BigInteger;
  fee_paise: BigInteger;
  tax_paise: BigInteger;
  settlement_id: string;
  utr: string | null;
  settled_at: ColumnType<Date, Date, Date>;
}

export interface ReconciliationTables {
  settled_entries: SettledEntryTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends ReconciliationTables {}
}
