/** What operators search; made by `schema.sql`. The ledger is the truth. */
import type { Moment } from '../database/column-types.ts';

export interface LeadSearchTable {
  /** The lead's. */
  id: string;
  form: string;
  /** As the visitor saw it; empty without one. */
  course: string;
  /** Of the last visit's campaign, in lower case; empty without one. */
  source: string;
  /** Name, address, digits of the phone number and company, in lower case; empty once erased. */
  words: string;
}

export interface OrderSearchTable {
  /** The order's. */
  id: string;
  created_at: Moment;
  /** The same of payer and attendees, and every id and number that a payer may read out. */
  words: string;
}

export interface SearchTables {
  lead_search: LeadSearchTable;
  order_search: OrderSearchTable;
}

declare module '../database/database.ts' {
  interface Database extends SearchTables {}
}
