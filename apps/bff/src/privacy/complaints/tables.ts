/** The table of complaints; made by `schema.sql`. */
import type { ComplaintChannel, ComplaintOutcome } from '@meridian/contracts/console/complaints';
import type { GeneratedAlways } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

export interface ComplaintTable {
  id: string;
  /** Of the ticket. */
  number: GeneratedAlways<number>;
  channel: ComplaintChannel;
  name: string;
  /** In lower case. */
  email: string;
  phone: string;
  order_id: string | null;
  /** What is complained about, in the operator's or the person's words. */
  matter: string;
  received_at: Moment;
  recorded_at: Moment;
  acknowledge_by: Moment;
  redress_by: Moment;
  acknowledged_at: OptionalMoment;
  closed_at: OptionalMoment;
  outcome: ComplaintOutcome | null;
  /** What the person was answered. */
  answer: string | null;
  /** Since when name, addresses, matter and answer are empty. */
  erased_at: OptionalMoment;
}

export interface ComplaintTables {
  complaints: ComplaintTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends ComplaintTables {}
}
