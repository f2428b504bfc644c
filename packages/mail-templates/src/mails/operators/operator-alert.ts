import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay, formatTimestamp } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { type Fact, facts } from '../../parts/facts.ts';
import { bookingNumber, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { oneLine } from '../../safe-text.ts';

const consoleUrl = z.string();

const schema = z.discriminatedUnion('alert', [
  z.object({
    alert: z.literal('case_opened'),
    caseTitle: z.string(),
    /** Empty if the case does not belong to an order. */
    bookingNumber: z.string(),
    /** Set if the case belongs to a batch. */
    batch: mailBatch.optional(),
    openedAt: z.string(),
    /** Time at which the payment of the case is refunded unless an operator decides. */
    refundAt: z.string().optional(),
    consoleUrl,
  }),
  z.object({
    alert: z.literal('dead_letters'),
    leads: z.number(),
    mails: z.number(),
    jobs: z.number(),
    /** Number of paused endpoints of outgoing webhooks. */
    webhooks: z.number(),
    /** Time at which the oldest of these items failed. */
    since: z.string(),
    consoleUrl,
  }),
  z.object({ alert: z.literal('data_request'), reference: z.string(), dueAt: z.string(), consoleUrl }),
  z.object({ alert: z.literal('batch_sold_out'), batch: mailBatch, waiting: z.number(), consoleUrl }),
]);
type Data = z.output<typeof schema>;

interface AlertText {
  title: string;
  sentence: string;
  rows: Fact[];
}

/** @returns for example `Failed: 3 leads, 1 email` */
function deadTitle(counts: Record<'leads' | 'emails' | 'jobs' | 'webhooks', number>): string {
  const named = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`);
  return `Failed: ${named.join(', ') || 'see the console'}`;
}

function alertText(data: Data): AlertText {
  if (data.alert === 'case_opened')
    return {
      title: `Case: ${oneLine(data.caseTitle, 100)}`,
      sentence: 'A case was opened that needs an operator.',
      rows: [
        ['Case', oneLine(data.caseTitle)],
        ['Booking number', oneLine(data.bookingNumber, 60)],
        ...(data.batch ? batchFacts(data.batch) : []),
        ['Opened', formatTimestamp(data.openedAt)],
        ['Automatic refund', data.refundAt !== undefined && formatTimestamp(data.refundAt)],
      ],
    };
  if (data.alert === 'dead_letters') {
    const { leads, mails, jobs, webhooks } = data;
    return {
      title: deadTitle({ leads, emails: mails, jobs, webhooks }),
      sentence: 'These items are no longer retried automatically. The console shows the reason for each.',
      rows: [
        ['Leads', leads > 0 && `${leads}, refused by the CRM or not delivered for a day or longer`],
        ['Emails', mails > 0 && `${mails}, refused by the mail server or not accepted for three days`],
        ['Jobs', jobs > 0 && String(jobs)],
        ['Webhooks', webhooks > 0 && `${webhooks} paused: an event was not accepted for three days`],
        ['Oldest of these', formatTimestamp(data.since)],
      ],
    };
  }
  if (data.alert === 'data_request')
    return {
      title: 'A person asks for the erasure of their data',
      sentence: 'The person confirmed the request with the link that was sent to their email address.',
      rows: [
        ['Request', oneLine(data.reference, 60)],
        ['Due', formatTimestamp(data.dueAt)],
      ],
    };
  return {
    title: `Sold out: ${courseOf(data.batch)}, ${formatDay(data.batch.start_date)}`,
    sentence: 'All seats of this batch are sold.',
    rows: [...batchFacts(data.batch), ['On the waiting list', String(data.waiting)]],
  };
}

/** Sent to `OPERATOR_EMAIL`. It names no payer, attendee or enquirer. */
export const operatorAlert = defineMail({
  kind: 'operator_alert',
  toOperatorEmail: true,
  data: schema,
  samples: {
    'a case': {
      alert: 'case_opened',
      caseTitle: 'A refund failed: the money was not returned',
      bookingNumber,
      openedAt: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/cases',
    },
    'a case with a deadline': {
      alert: 'case_opened',
      caseTitle: 'A further payment was captured for an order that is already paid',
      bookingNumber,
      openedAt: '2026-11-27T04:00:00Z',
      refundAt: '2026-11-28T04:00:00Z',
      consoleUrl: 'http://localhost:3001/cases',
    },
    'a case of a batch': {
      alert: 'case_opened',
      caseTitle: 'A sold batch is no longer in the upstream’s schedule',
      bookingNumber: '',
      batch: sampleBatch,
      openedAt: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/batches/101417991205',
    },
    'dead letters': {
      alert: 'dead_letters',
      leads: 3,
      mails: 1,
      jobs: 0,
      webhooks: 1,
      since: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/leads',
    },
    'an erasure asked for': {
      alert: 'data_request',
      reference: '019aa000-0000-7000-8000-000000000001',
      dueAt: '2026-12-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001',
    },
    'a batch sold out': {
      alert: 'batch_sold_out',
      batch: sampleBatch,
      waiting: 4,
      consoleUrl: 'http://localhost:3001/batches',
    },
  },
  render(data) {
    const { title, sentence, rows } = alertText(data);
    return {
      subject: title,
      preheader: sentence,
      body: [
        heading(title),
        paragraph(sentence),
        facts('Event', rows),
        button('Open the console', data.consoleUrl),
      ],
      reason: 'You receive this email as an operator of this site.',
    };
  },
});
