/** Notifies operators of dead leads, emails, jobs and webhooks. */
import { kindsWith } from '@meridian/mail-templates/kinds';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { deadJobsQueue } from '../../platform/jobs/queues.ts';
import { enqueueMails } from './enqueue-mails.ts';

const windowHours = 24;

interface Dead {
  leads: number;
  mails: number;
  jobs: number;
  /** Endpoints of outgoing webhooks that were paused because deliveries failed. */
  webhooks: number;
  since: Date | null;
  hour: string;
  isNew: boolean | null;
}

async function countDead(database: Kysely<Database>): Promise<Dead | undefined> {
  const { rows } = await sql<Dead>`
    with dead as (
      select 'lead' as what, updated_at as at from leads
      where crm_state = 'dead' and erased_at is null
        and updated_at > now() - make_interval(hours => ${windowHours})
      union all
      select 'mail', updated_at from mails
      where state = 'refused' and kind <> all(${kindsWith('toOperatorEmail')})
        and updated_at > now() - make_interval(hours => ${windowHours})
      union all
      select 'job', created_on from pgboss.job
      where name = ${deadJobsQueue} and state in ('created', 'retry')
        and created_on > now() - make_interval(hours => ${windowHours})
      union all
      select 'webhook', paused_at from webhook_endpoints
      where paused_by = 'failures' and paused_at > now() - make_interval(hours => ${windowHours})
    )
    select count(*) filter (where what = 'lead')::integer as leads,
      count(*) filter (where what = 'mail')::integer as mails,
      count(*) filter (where what = 'job')::integer as jobs,
      count(*) filter (where what = 'webhook')::integer as webhooks, min(at) as since,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour,
      max(at) > coalesce((select max(created_at) from mails where cause in (
        select 'dead_letters:' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
        from generate_series(now() - make_interval(hours => ${windowHours}), now(), interval '1 hour') as hour
      )), '-infinity') as "isNew"
    from dead`.execute(database);
  return rows[0];
}

/** @returns the console's page for the kind of dead letters; its first page if there are several kinds */
function pageOf({ leads, mails, jobs, webhooks }: Dead): string {
  const pages = [
    ...(leads > 0 ? ['/leads?state=dead'] : []),
    ...(mails > 0 ? ['/mails?state=refused'] : []),
    ...(jobs > 0 ? ['/work'] : []),
    ...(webhooks > 0 ? ['/integrations'] : []),
  ];
  return (pages.length === 1 && pages[0]) || '/';
}

/**
 * Enqueues an alert if there are new dead letters, at most one an hour. Refused alerts are not counted.
 *
 * @param consoleUrl origin of the console, if there is one
 */
export async function enqueueDeadLetterAlerts(
  database: Kysely<Database>,
  { publicUrl, consoleUrl }: { publicUrl: string; consoleUrl?: string | undefined },
): Promise<void> {
  const dead = await countDead(database);
  if (!dead?.isNew || dead.since === null) return;
  const { leads, mails, jobs, webhooks, since, hour } = dead;
  const facts = {
    alert: 'dead_letters' as const,
    leads,
    mails,
    jobs,
    webhooks,
    since: since.toISOString(),
    consoleUrl: consoleUrl ? new URL(pageOf(dead), consoleUrl).href : publicUrl,
  };
  const cause = `dead_letters:${hour}`;
  await transact(database, (transaction) =>
    enqueueMails(transaction, [{ kind: 'operator_alert', cause, recipient: '', facts }]),
  );
}
