/** Documented command lines must keep working, because people, timers and runbooks use them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActionName, actionNames } from '@meridian/contracts/operators/actions';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { usageOf } from './action-arguments.ts';
import { runOps } from './run.ts';

const { environment } = await useSite();

const folder = await mkdtemp(join(tmpdir(), 'export-'));
afterAll(() => rm(folder, { recursive: true }));

/** An unknown id. */
const id = '01890000-0000-7000-8000-000000000000';
const irn = 'ab'.repeat(32);
const company = '--legal-name Acme --gstin 27AAPFU0939F1ZV --address "1 MG Road" --pin 411001 --po-number 5';

/** Splits a command line into words like a shell. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

const database = openDatabase(environment.DATABASE_URL);
afterAll(() => database.destroy());

async function countEntries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit_log`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** @returns status and text, and the number of new audit entries */
async function ops(line: string) {
  const lines: string[] = [];
  const before = await countEntries();
  const status = await runOps(wordsOf(line), environment, (text) => lines.push(text));
  return { status, text: lines.join('\n'), entries: (await countEntries()) - before };
}

/** True if the command changes something or begins an operation. Erasing an unknown person does neither. */
const isChange = (line: string) =>
  /^(?:leads resend|reconcile|coupons (?:add|end)|waitlist offer|complaints add|batches compare|operators invite|queue retry|cache purge|export|sales close|terms set|setup check|setup record-drill|setup order)\b/.test(
    line,
  );

it.each([
  'leads',
  'leads --state dead --json',
  'leads --limit 5',
  'leads resend --all-dead',
  'leads erase --email nobody@example.com',
  'orders',
  'orders --state paid --limit 5 --json',
  'cases',
  'orders --cases',
  'orders erase --email nobody@example.com',
  'reconcile',
  'reconcile --all --json',
  'coupons list',
  'coupons list --all --limit 5 --json',
  'coupons add EARLY --percent 10 --from 2026-12-01 --to 2099-12-31 --uses 50 --courses 1,2 --categories safe',
  'coupons add TEAM --rupees 499.50 --label "For teams" --min-seats 3 --uses-per-email 1 --batches 101417991205 --automatic',
  'coupons list --all',
  'coupons end EARLY',
  'waitlist',
  'waitlist list --batch 101417991205 --all --limit 5 --json',
  'waitlist offer',
  'invoices',
  'invoices --month 2026-11',
  'invoices --month 2026-11 --csv',
  `invoices reissue ${id}`,
  'invoices irn',
  'reconciliation --month 2026-10',
  'reconciliation --month 2026-10 --csv',
  'requests --json',
  'data-requests',
  'data-requests --all --json',
  'complaints',
  'complaints add --channel phone --matter "It began late" --name Asha --email asha@example.com --received 2026-11-23T10:00:00+05:30',
  'complaints --all',
  'emails',
  `emails list --state refused --order ${id} --limit 5`,
  'emails suppressions --limit 5',
  'mails --state refused',
  'batches',
  'batches list --limit 5 --json',
  'batches compare',
  'batches send-message 101417991205 --subject Hello --text "See you" --preview',
  'operators list',
  'operators invite meera@example.com --role admin --json',
  'operators audit',
  'queue',
  'queue dead --limit 5 --json',
  'queue retry --all',
  'queue retry --all --queue send-mail',
  'sales',
  'sales --json',
  'sales close',
  'terms',
  'terms --json',
  'terms set --refund-step until_hours_before=72,percent=80 --late-moves 2 --note why',
  'setup steps',
  'setup steps --json',
  'setup check supplier',
  'setup check --json',
  'setup record-drill',
  'setup order',
  'cache purge',
  'cache purge courses --json',
  'migrate',
  `export ${folder}/all`,
  `export ${folder}/json --content ${import.meta.dirname} --json`,
])('ops %s', async (line) => {
  const { status, text, entries } = await ops(line);
  expect(status).toBe(0);
  expect(entries).toBe(isChange(line) ? 1 : 0);
  // JSON has ISO 8601.
  if (!line.includes('--json')) expect(text).not.toMatch(/\d\d:\d\d:\d\d(?! IST)/);
});

it.each([
  [`leads show ${id}`, /Lead not found/],
  [`leads resend ${id}`, /lead/i],
  [`leads release ${id}`, /lead/i],
  [`leads edit ${id} --email asha@example.com --first-name Asha --set course_name=SAFe --by meera`, /lead/i],
  ['orders find nothing', /^id +booking/],
  [`orders review ${id}`, /Order not found/],
  [`orders review ${id} --book --note why`, /Order not found/],
  [`orders review ${id} --withhold --note why`, /Order not found/],
  [`orders review ${id} --refund --note why`, /Order not found/],
  [`orders review ${id} --close --note why`, /Order not found/],
  ['cases close 12 --statement resolved --note why', /Open case not found/],
  [`orders refund ${id} --note why`, /Order not found/],
  [`orders refund ${id} --seats 1 --by-policy --by-transfer UTR123456 --note why`, /Order not found/],
  [`orders refund ${id} --seats 1 --preview --json`, /Order not found/],
  [`orders move ${id} --batch 101417991205 --note why`, /order/i],
  [`orders attendees ${id} --attendee "Ravi Menon <ravi@example.com>" --note why`, /order/i],
  [`reconcile ${id}`, /Order not found/],
  ['coupons close NOTHING', /No open coupon/],
  [`coupons undo-import ${id}`, /No import of coupons/],
  [`opt-outs undo-import ${id}`, /No import of opt-outs/],
  ['invoices set-first-number MA/2627/000501', /SUPPLIER_LEGAL_NAME/],
  [`waitlist offer ${id}`, /entry not found/i],
  [`waitlist close ${id} --note why`, /entry not found/i],
  ['invoices issue', /SUPPLIER_LEGAL_NAME/],
  [`invoices reissue ${id} --as-asked --note why`, /no open request/],
  [`invoices reissue ${id} --state 27 ${company} --note why`, /SUPPLIER_LEGAL_NAME/],
  [
    `invoices irn MA/2627/000001 --irn ${irn} --ack-no 12 --ack-date today --signed-qr x`,
    /Document not found./,
  ],
  [`data-requests erase ${id}`, /Request not found/],
  [`data-requests refuse ${id} --note why`, /Request not found/],
  [`complaints acknowledge ${id}`, /complaint/i],
  [`complaints close ${id} --outcome redressed --answer done`, /complaint/i],
  [`emails show ${id}`, /Email not found/],
  [`emails resend ${id}`, /mail/],
  ['emails unsuppress asha@example.com', /not suppressed/],
  ['batches show 101417991205', /No order/],
  ['batches confirm-change 12', /difference is not open/],
  ['batches dismiss-change 12 --note why', /difference is not open/],
  ['batches set-joining 101417991205 --text "Join here"', /No seat of this batch/],
  ['batches set-joining 101417991205 --clear', /No seat of this batch/],
  ['batches send-message 101417991205 --subject Hello --text "See you"', /No seats are booked/],
  ['operators disable nobody@example.com', /no operator/i],
  ['operators reset-2fa nobody@example.com', /no operator/i],
  ['operators set-role nobody@example.com --role desk', /no operator/i],
  ['setup send-test-email asha@example.com', /No mail server is set/],
  [`queue retry ${id}`, /no failed job/i],
  [`queue cancel ${id}`, /No waiting or failed job/],
])('ops %s ends with status 1 and the reason, without an audit entry', async (line, reason) => {
  expect(await ops(line)).toEqual({ status: 1, text: expect.stringMatching(reason), entries: 0 });
});

/** `invoices reissue` has other options and separate tests. */
const plain = actionNames.filter((name) => name !== 'documents.reissue');
const commandOf = (name: ActionName) => /^ops ((?:[a-z0-9-]+ ?)+)/.exec(usageOf(name))?.[1]?.trim() ?? '';

it.each(plain.map(commandOf))('ops %s refuses an unknown option with its own usage', async (command) => {
  const { status, text } = await ops(`${command} --nothing`);
  expect(status).toBe(2);
  // An unknown command prints the usage of all commands of its noun.
  const usages = text.split('\n').filter((line) => line.startsWith(`ops ${command.split(' ')[0]}`));
  expect([1, 2]).toContain(usages.length);
});

it.each([
  '',
  'nothing',
  'leads --nothing',
  'coupons add',
  'cache wipe',
  'operators invite',
  'export',
  'orders refund x',
])('ops %s prints the usage', async (line) => {
  expect(await ops(line)).toEqual({ status: 2, text: expect.stringMatching(/^ops /m), entries: 0 });
});

it.each([
  ['--help', /^ops leads .*\n(?:.*\n)*ops orders cancel ID/m],
  ['orders --help', /^ops orders \[--state STATE\].*\n(?:ops orders .*\n?)+$/],
  ['orders cancel ID -h', /^ops orders cancel ID [^\n]+$/],
  ['doctor --help', /^ops doctor [^\n]+$/],
])('"ops %s" prints the usage without a database', async (line, expected) => {
  const lines: string[] = [];
  const status = await runOps(wordsOf(line), {}, (text) => lines.push(text));
  expect([status, lines.join('\n')]).toEqual([0, expect.stringMatching(expected)]);
});
