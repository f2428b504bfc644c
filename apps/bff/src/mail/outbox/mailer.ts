/** Outgoing email: sending, alerts about dead letters, and retention. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../platform/settings/mail.ts';
import { enqueueDeadLetterAlerts } from './dead-letters.ts';
import { eraseOldMails } from './erase-mails.ts';
import { createSender, type SenderOptions } from './sender.ts';

export interface MailerOptions extends Omit<SenderOptions, 'settings'> {
  /** If undefined, no email is sent. */
  settings: MailSettings | undefined;
  retentionDays: number;
  /** Origin of the site. */
  publicUrl: string;
  /** Origin of the console, if there is one. */
  consoleUrl?: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface Mailer {
  /** Sends due emails; drops them if there are no settings. Never throws. */
  send(): Promise<void>;
  /** Notifies operators of dead leads, emails, jobs and webhooks. */
  notifyOfDeadLetters(): Promise<void>;
  /** Erases the content of old emails. @returns the number of emails */
  eraseOld(): Promise<number>;
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Drops emails that are due while no mail server is set, because recipients would not expect them months
 * later.
 */
async function dropUnsendable(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('mails')
    .set({
      state: 'dropped',
      reason: 'no_smtp',
      recipient: '',
      facts: '{}',
      data: null,
      busy_until: null,
      updated_at: databaseNow,
      erased_at: databaseNow,
    })
    .where('state', '=', 'due')
    .execute();
}

export function createMailer(options: MailerOptions): Mailer {
  const { database, settings, log, operatorEmail, publicUrl, consoleUrl } = options;
  const sender = settings && createSender({ ...options, settings });
  if (!settings) log.warn('no mail server is set (SMTP_URL, MAIL_FROM): no emails are sent');
  return {
    async send() {
      try {
        await (sender ? sender.send() : dropUnsendable(database));
      } catch (error) {
        log.error({ err: error }, 'emails could not be sent');
      }
    },
    async notifyOfDeadLetters() {
      if (sender && operatorEmail !== undefined)
        await enqueueDeadLetterAlerts(database, { publicUrl, consoleUrl });
    },
    eraseOld: () => eraseOldMails(database, options.retentionDays),
    async stop(timeoutMs) {
      await sender?.stop(timeoutMs);
    },
  };
}

const sendSeconds = 5;
const deadLettersSeconds = 10 * 60;

/** Starts the job handlers of emails. Call in a process that runs jobs. */
export async function startMailWorkers(deps: {
  jobs: Pick<Jobs, 'work' | 'every'>;
  mailer: Mailer;
  log: Pick<FastifyBaseLogger, 'info'>;
}): Promise<void> {
  const { jobs, mailer, log } = deps;
  // The job only wakes the sender, and ends before the emails are sent.
  await jobs.work('send-mail', { batchSize: 100, concurrency: 1 }, async (ids) => {
    void mailer.send();
    return new Map(ids.map((id) => [id, 'done'] as const));
  });
  // Polls for retries, delayed emails, emails without a job, and emails of senders that crashed.
  await jobs.every('send-mails', sendSeconds, async () => {
    void mailer.send();
  });
  await jobs.every('alert-dead-letters', deadLettersSeconds, () => mailer.notifyOfDeadLetters());
  await jobs.every('erase-mails', '50 3 * * *', async () => {
    log.info({ mails: await mailer.eraseOld() }, 'retention: old mails erased');
  });
}
