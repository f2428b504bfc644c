/**
 * Test stack of the outbox: PostgreSQL and the sandbox's mail server, with plain text in place of templates.
 */

import { buildSandbox } from '@meridian/sandbox/app';
import { atEnd } from '@meridian/stack/at-end';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import supertest from 'supertest';

import type { RenderMail } from '../../src/mail/outbox/composer.ts';
import { enqueueMails, type NewMail } from '../../src/mail/outbox/enqueue-mails.ts';
import { createMailer, type Mailer, type MailerOptions } from '../../src/mail/outbox/mailer.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { transact } from '../../src/platform/database/transact.ts';
import type { MailSettings } from '../../src/platform/settings/mail.ts';
import { useMigratedDatabase } from '../test-database.ts';

export interface InboxMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; content_type: string; size: number }[];
}

/** Subject: the kind; text: the data. */
const renderPlainly: RenderMail = ({ kind, data }) => {
  const text = JSON.stringify(data);
  return { subject: kind, text, html: `<p>${text}</p>` };
};

/** Starts everything for one test file and stops it after its last test. */
export async function useMailStack() {
  const { url: databaseUrl } = await useMigratedDatabase();
  const database = openDatabase(databaseUrl);
  await migrate(database);
  const sandbox = buildSandbox({ smtpPort: 0 });
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const sandboxHttp = supertest(sandboxUrl);
  const counts = async () => (await sandboxHttp.get('/_sandbox/mails/counts').expect(200)).body.data;
  const settings: MailSettings = {
    smtpUrl: `smtp://127.0.0.1:${(await counts()).port}`,
    from: 'Academy <mail@academy.example>',
    connections: 2,
    limitPerMinute: 0,
    requireTls: false,
  };
  const mailers: Mailer[] = [];
  const logged: string[] = [];
  const log: FastifyBaseLogger = pino(
    { level: 'trace' },
    { write: (line: string) => void logged.push(line) },
  );

  atEnd(async () => {
    for (const mailer of mailers) await mailer.stop(0);
    await sandbox.close();
    await database.destroy();
  });

  return {
    database,
    databaseUrl,
    settings,
    sandboxHttp,
    counts,
    log,
    /** All log lines. */
    logged,
    /** Starts a separate sender, as another replica does. */
    start(options: Partial<MailerOptions> = {}): Mailer {
      const mailer = createMailer({
        database,
        settings,
        log,
        composers: [],
        render: renderPlainly,
        readAttachments: async () => [],
        operatorEmail: 'operators@academy.example',
        retentionDays: 30,
        publicUrl: 'https://academy.example',
        ...options,
      });
      mailers.push(mailer);
      return mailer;
    },
    note: (...mails: NewMail[]) => transact(database, (transaction) => enqueueMails(transaction, mails)),
    fault: (kind: string, more: object = { times: 1 }) =>
      sandboxHttp
        .post('/_sandbox/faults')
        .send({ service: 'smtp', kind, ...more })
        .expect(200),
    async inbox(to?: string): Promise<InboxMail[]> {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
      return (await sandboxHttp.get(`/_sandbox/mails${query}`).expect(200)).body.data;
    },
    rows: () => database.selectFrom('mails').selectAll().orderBy('cause').execute(),
    /** Makes every waiting email due now. */
    async hurry() {
      await database
        .updateTable('mails')
        .set({ next_try_at: new Date(0), busy_until: null })
        .execute();
    },
    async reset() {
      await sandboxHttp.post('/_sandbox/reset').expect(200);
      for (const table of [
        ...(['mails', 'mail_daily_counts', 'mail_minutes', 'mail_suppressions', 'mail_bounces'] as const),
        'opt_outs' as const,
      ])
        await database.deleteFrom(table).execute();
      logged.length = 0;
    },
  };
}
