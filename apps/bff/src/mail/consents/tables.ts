/** The tables of consents; made by `schema.sql`. */
import type { MarketingChannel } from '@meridian/contracts/leads/notice';
import type { ColumnType, Generated } from 'kysely';

type Moment = ColumnType<Date, Date, Date>;

export interface ConsentTable {
  id: Generated<string>;
  /** SHA-256 of the e-mail address in lower case: the proof outlives erasure, the person does not. */
  address_key: string;
  channel: MarketingChannel;
  /** Version of the text at the box. */
  text_version: string;
  /** The form's call, or `checkout`. */
  form: string;
  lead_id: string | null;
  order_id: string | null;
  given_at: Generated<Date>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface UnsubscribeLinkTable {
  /** Last part of the link's address; the same in every mail to the address. */
  token: string;
  address_key: string;
  email: string;
  created_at: Generated<Date>;
}

export interface OptOutTable {
  address_key: string;
  /** Of its job. */
  id: string;
  /** Whose records the CRM is told of; empty once the person is erased. */
  email: string;
  asked_at: Moment;
  crm_state: 'pending' | 'told';
  /** When the CRM is to be told again at the latest. */
  crm_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Error code, without personal data. */
  last_error: string | null;
}

export interface ConsentTables {
  consents: ConsentTable;
  unsubscribe_links: UnsubscribeLinkTable;
  opt_outs: OptOutTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends ConsentTables {}
}
