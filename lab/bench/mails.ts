/** Measures how many emails the outbox sends per second. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@meridian/stack/free-port';
import pg from 'pg';
import { BenchError } from './bench-error.ts';
import type { Benchmark } from './benchmark.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff } from './servers/product.ts';
import type { MailStubState } from './servers/stub-mail.ts';
import { median } from './statistics.ts';

const servers = join(import.meta.dirname, 'servers');
const mailsARound = 1_500;
const connections = 10;
const timeoutMs = 120_000;
const pollMs = 200;
const from = 'Academy <mail@academy.example>';
const publicUrl = 'http://127.0.0.1:3000';
const outbox = 'outbox';
const minMailsPerSecond = 100;

interface Sample extends MailStubState {
  mailsPerSecond: number;
}

const alert = {
  alert: 'case_opened' as const,
  caseTitle: 'A case of the benchmark',
  orderNumber: '1',
  openedAt: '2026-11-22T10:00:00.000Z',
  consoleUrl: 'http://127.0.0.1',
};

/** Enqueues emails whose data is only in their row. */
async function enqueueMails(databaseUrl: string, round: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into mails (id, cause, kind, recipient, facts, state, next_try_at, due_since, created_at, updated_at)
    select gen_random_uuid(), $1 || ':' || number, 'operator_alert', 'reader-' || number || '@example.com',
      $2::jsonb, 'due', now(), now(), now(), now() from generate_series(1, $3::integer) as number`,
    [String(round), JSON.stringify(alert), mailsARound],
  );
  await client.end();
}

export const mails: Benchmark = {
  wholeMachine: true,
  title: `${mailsARound} emails a round over ${connections} connections`,
  async run({ rounds, progress }) {
    await using database = await startDatabase();
    await database.preallocateWal();
    const databaseUrl = await database.create('bff');
    const smtpPort = await freePort();
    const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: from };
    const lines = { ...env, SMTP_CONNECTIONS: String(connections) };
    await using stub = await startServer({
      entry: join(servers, 'stub-mail.ts'),
      env: { SMTP_PORT: String(smtpPort) },
    });
    await using _worker = await startBff({
      databaseUrl,
      upstreamUrl: stub.url,
      env: { ...lines, BFF_ROLE: 'worker', PUBLIC_URL: publicUrl },
    });

    async function received(): Promise<Sample> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const state = (await (await fetch(stub.url)).json()) as MailStubState;
        const seconds = (state.lastAtMs - state.firstAtMs) / 1_000;
        if (state.mails >= mailsARound) return { ...state, mailsPerSecond: (state.mails - 1) / seconds };
        if (Date.now() > deadline)
          throw new BenchError(
            'wrong_answer',
            `Only ${state.mails} of ${mailsARound} emails arrived in time`,
          );
        await sleep(pollMs);
      }
    }
    let round = 0;
    const drain = {
      name: outbox,
      async measure() {
        round += 1;
        progress(`measurement ${round}`);
        await fetch(stub.url, { method: 'DELETE' });
        await enqueueMails(databaseUrl, round);
        return received();
      },
    };
    const samples = await alternate([drain], rounds);
    const drains = samples.get(outbox) ?? [];
    const mailsPerSecond = median(drains.map((sample) => sample.mailsPerSecond));
    const bytes = median(drains.map((sample) => sample.bytes / sample.mails));
    return {
      tables: [
        {
          title: `${connections} connections, ${rounds} rounds, medians, from the first email to the last`,
          columns: ['', 'emails a second', 'bytes an email'],
          rows: [[outbox, mailsPerSecond, bytes]],
        },
      ],
      targets: [
        { what: 'drain of the outbox', value: mailsPerSecond, unit: 'emails/s', atLeast: minMailsPerSecond },
      ],
      notes: [
        'For each email, the outbox takes a lease, composes, renders and sends it, and records the result.',
      ],
      samples: Object.fromEntries(samples),
    };
  },
};
