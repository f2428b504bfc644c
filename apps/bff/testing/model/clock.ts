/**
 * Replaces the clocks of the process, the payment stand-in and PostgreSQL by one clock, which the model
 * advances.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

const RealDate = globalThis.Date;

/** Functions in `public` override those of PostgreSQL, because the search path names `public` first. */
const overrides = `
create table public.model_clock (ahead interval not null);
insert into public.model_clock values ('0');
create function public.now() returns timestamptz language sql stable as
  $$ select pg_catalog.now() + ahead from public.model_clock $$;
create function public.clock_timestamp() returns timestamptz language sql volatile as
  $$ select pg_catalog.clock_timestamp() + ahead from public.model_clock $$;
`;

/**
 * Replaces PostgreSQL's clock in an empty database, before its tables are created. @param name name of the
 * database
 */
export async function overrideDatabaseClock(database: Kysely<Database>, name: string): Promise<void> {
  for (const statement of overrides.split(/;\n(?=create|insert|$)/))
    if (statement.trim() !== '') await sql.raw(statement).execute(database);
  await sql`alter database ${sql.id(name)} set search_path = public, pg_catalog`.execute(database);
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(database);
}

/** Replaces `Date` until `close` is called. */
export function openClock() {
  let aheadMs = 0;
  class ShiftedDate extends RealDate {
    constructor(...given: [] | [string | number | Date]) {
      if (given.length === 0) super(RealDate.now() + aheadMs);
      else super(...given);
    }
    static override now(): number {
      return RealDate.now() + aheadMs;
    }
    /** An instance of the real `Date` is also an instance of this class. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  return {
    /** Sets the current time of the process and of PostgreSQL. */
    async set(database: Kysely<Database>, to: Date): Promise<void> {
      aheadMs = to.getTime() - RealDate.now();
      await sql`update model_clock set ahead = ${aheadMs} * interval '1 millisecond'`.execute(database);
    },
    close(): void {
      globalThis.Date = RealDate;
    },
  };
}
