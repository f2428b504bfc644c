import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may use the console: accounts, sessions, second factors and invitations. Empty where there is no console. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table operators (
      id text primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null default false,
      image text,
      role text not null default 'viewer' check (role in ('viewer', 'desk', 'finance', 'admin')),
      two_factor_enabled boolean not null default false,
      disabled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`
    create table operator_sessions (
      id text primary key,
      user_id text not null references operators (id) on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      proved_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index operator_sessions_of on operator_sessions (user_id)`.execute(database);
  await sql`
    create table operator_accounts (
      id text primary key,
      user_id text not null references operators (id) on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (provider_id, account_id)
    )`.execute(database);
  await sql`create index operator_accounts_of on operator_accounts (user_id)`.execute(database);
  await sql`
    create table operator_verifications (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index operator_verifications_of on operator_verifications (identifier)`.execute(database);
  await sql`
    create table operator_two_factors (
      id text primary key,
      user_id text not null unique references operators (id) on delete cascade,
      secret text not null,
      backup_codes text not null,
      verified boolean default true,
      failed_verification_count integer default 0,
      locked_until timestamptz
    )`.execute(database);
  await sql`
    create table operator_passkeys (
      id text primary key,
      user_id text not null references operators (id) on delete cascade,
      name text,
      public_key text not null,
      credential_id text not null unique,
      counter integer not null,
      device_type text not null,
      backed_up boolean not null,
      transports text,
      aaguid text,
      created_at timestamptz
    )`.execute(database);
  await sql`create index operator_passkeys_of on operator_passkeys (user_id)`.execute(database);
  await sql`
    create table operator_invitations (
      token_hash text primary key,
      email text not null,
      role text not null check (role in ('viewer', 'desk', 'finance', 'admin')),
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    )`.execute(database);
  // A code that was used once is refused for as long as it would be valid.
  await sql`
    create table operator_used_codes (
      code_key text primary key,
      used_at timestamptz not null
    )`.execute(database);
  await sql`
    create table operator_failures (
      key text primary key,
      failures integer not null,
      last_at timestamptz not null,
      locked_until timestamptz
    )`.execute(database);
  // Lists are paged by age.
  await sql`create index orders_by_age on orders (created_at, id)`.execute(database);
}

export const operators: Migration = { up };
