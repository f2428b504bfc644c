/** The tables of the console; made by `schema.sql`. */
import type { AuditDetailName } from '@meridian/contracts/console/audit-words';
import type { SavedView } from '@meridian/contracts/console/leads';
import type { Role } from '@meridian/contracts/console/roles';
import type { TakenSubject } from '@meridian/contracts/console/taken';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

export interface OperatorTable {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: Generated<boolean>;
  image: Generated<string | null>;
  role: Generated<Role>;
  two_factor_enabled: Generated<boolean>;
  disabled_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
}

export interface OperatorSessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Moment;
  ip_address: string | null;
  user_agent: string | null;
  /** When the operator last proved who they are, in this session. */
  proved_at: OptionalMoment;
  /** The identity provider vouches for it. */
  by_oidc: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}

interface OwnedByOperator {
  id: string;
  user_id: string;
}

export interface OperatorPasskeyTable extends OwnedByOperator {
  name: string | null;
  created_at: OptionalMoment;
}

export interface OperatorAccountTable extends OwnedByOperator {
  account_id: string;
  provider_id: string;
  /** Hash of the password. */
  password: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
}

export interface OperatorInvitationTable {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  email: string;
  role: Role;
  expires_at: Moment;
  used_at: OptionalMoment;
  created_at: Moment;
}

export interface OperatorUsedCodeTable {
  code_key: string;
  used_at: Moment;
}

export interface OperatorFailureTable {
  key: string;
  failures: number;
  last_at: Moment;
  locked_until: OptionalMoment;
}

/** What an entry is about, further than its subject. Never contact details. */
export type AuditDetail = Partial<Record<AuditDetailName, string | number | boolean | null>>;

export interface AuditLogTable {
  /** Given by the trigger, as are time and hash. */
  id: ColumnType<string, never, never>;
  at: ColumnType<Date, never, never>;
  hash: ColumnType<Buffer, never, never>;
  operator_id: string | null;
  operator_email: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: ColumnType<AuditDetail, string, never>;
  request_id: string | null;
}

export interface OperatorViewTable {
  id: GeneratedAlways<string>;
  operator_id: string;
  name: string;
  filter: ColumnType<SavedView['filter'], string, string>;
  created_at: Moment;
}

export interface OperatorActionTable {
  /** Idempotency key. */
  key: string;
  name: string;
  operator_email: string;
  /** SHA-256 of name and input: a key is for one input. */
  input_hash: string;
  answer: ColumnType<unknown, string | undefined, string>;
  created_at: Moment;
}

export interface OperatorDeedTable {
  /** Idempotency key, made by the browser. */
  key: string;
  operator_id: string;
  /** SHA-256 of path and body: a key is for one content. */
  request_hash: string;
  /** The request that did it. */
  request_id: string;
  /** What its answer said, as far as it holds no secret and nothing of a person. */
  done: Generated<string | null>;
  created_at: Moment;
}

export interface TakenSubjectTable {
  subject_kind: TakenSubject['kind'];
  subject_id: string;
  operator_id: string;
  taken_at: Moment;
}

export interface ConsoleTables {
  operator_views: OperatorViewTable;
  taken_subjects: TakenSubjectTable;
  operators: OperatorTable;
  operator_sessions: OperatorSessionTable;
  operator_accounts: OperatorAccountTable;
  operator_two_factors: OwnedByOperator;
  operator_verifications: { id: string; expires_at: Moment };
  operator_passkeys: OperatorPasskeyTable;
  operator_invitations: OperatorInvitationTable;
  operator_used_codes: OperatorUsedCodeTable;
  operator_failures: OperatorFailureTable;
  audit_log: AuditLogTable;
  operator_deeds: OperatorDeedTable;
  operator_actions: OperatorActionTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends ConsoleTables {}
}
