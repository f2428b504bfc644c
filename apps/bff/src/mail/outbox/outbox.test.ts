import { type MailData, mails } from '@meridian/mail-templates/kinds';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMailStack } from '../../../testing/mail/mail-stack.ts';
import { startScriptedSmtp } from '../../../testing/mail/scripted-smtp.ts';
import { type FinishedSpan, spanOfRequest, withSpans } from '../../platform/observability/spans.ts';
import { optOut } from '../consents/opt-out.ts';
import type { NewMail } from './enqueue-mails.ts';
import { eraseMailsOfOrders } from './erase-mails.ts';
import { retryDelayMs } from './record-result.ts';
import { templatesOf } from './render-mail.ts';

const stack = await useMailStack();
const { database, note, rows, inbox, fault, hurry, counts } = stack;
let mailer = stack.start();

beforeEach(async () => {
  await stack.reset();
  mailer = stack.start();
});

const orderId = '019aa000-0000-7000-8000-000000000001';

function mailOf(number: number, more: Partial<NewMail> = {}): NewMail {
  return {
    kind: 'booking_pending',
    cause: `booking_pending:${number}`,
    orderId,
    recipient: `payer${number}@example.com`,
    facts: { firstName: `Asha ${number}` },
    ...more,
  } as NewMail;
}

describe('an email', () => {
  it('is stored once for each cause and sent once, under its own Message-ID', async () => {
    expect(await note(mailOf(1), mailOf(2))).toBe(2);
    expect(await note(mailOf(1))).toBe(0);
    await mailer.send();
    await mailer.send();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'sent', attempts: 1, busy_until: null, sent_at: expect.any(Date) });
    expect(await inbox('payer1@example.com')).toEqual([
      expect.objectContaining({
        subject: 'booking_pending',
        text: '{"firstName":"Asha 1"}',
        headers: expect.objectContaining({
          'message-id': `<${row?.id}.0@academy.example>`,
          'auto-submitted': 'auto-generated',
        }),
      }),
    ]);
    expect(await counts()).toMatchObject({ received: 2 });
  });

  it('arrives unchanged: non-Latin scripts, long lines, leading dots, trailing blanks, attachments', async () => {
    const text = `.dot\n..\nblank \ntab\t\n${'நிலா = ₹ '.repeat(60)}\n${'x'.repeat(300)}=\n`;
    const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
    const filename = 'Rechnung – ₹5 "a".pdf';
    const calendar = { method: 'CANCEL' as const, content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' };
    const full = stack.start({
      render: () => ({ subject: 'Ünï – ₹ '.repeat(12).trim(), text, html: `<p>${text}</p>`, calendar }),
      readAttachments: async () => [{ filename, contentType: 'application/pdf', content }],
    });
    await note(mailOf(1, { recipient: 'asha@bücher.example' }));
    await full.send();
    const [mail] = await inbox();
    expect(mail).toMatchObject({
      to: ['asha@bücher.example'],
      subject: 'Ünï – ₹ '.repeat(12).trim(),
      text,
      html: `<p>${text}</p>`,
      attachments: [
        { content_type: 'text/calendar' },
        { filename, content_type: 'application/pdf', size: 1_000 },
        { filename: 'course.ics', content_type: 'application/ics', size: calendar.content.length },
      ],
    });
    const file = await stack.sandboxHttp.get(`/_sandbox/mails/${mail?.id}/attachments/1`).buffer(true);
    expect(file.body).toEqual(content);
  });

  it('is stored only if the transaction of its cause commits', async () => {
    const { enqueueMails } = await import('./enqueue-mails.ts');
    const cause = database.transaction().execute(async (transaction) => {
      await enqueueMails(transaction, [mailOf(1)]);
      throw new Error('the cause fails');
    });
    await expect(cause).rejects.toThrow('the cause fails');
    expect(await rows()).toEqual([]);
  });

  it('waits until it is due, and is dropped after it has expired', async () => {
    await note(mailOf(1, { delayMs: 60_000 }), mailOf(2, { expiresAt: new Date(Date.now() - 1_000) }));
    await mailer.send();
    expect(await rows()).toMatchObject([{ state: 'due' }, { state: 'dropped', reason: 'too_late' }]);
    await hurry();
    await mailer.send();
    expect(await inbox()).toHaveLength(1);
  });

  it('keeps the text of its first attempt', async () => {
    let greeting = 'first';
    const kinds = ['booking_pending'] as const;
    const composing = stack.start({
      composers: [
        {
          kinds,
          compose: async (_transaction, mails) =>
            new Map(mails.map(({ id }) => [id, { kind: 'ready', data: { firstName: greeting } as never }])),
        },
      ],
    });
    await fault('defer');
    await note(mailOf(1));
    await composing.send();
    greeting = 'second';
    await hurry();
    await composing.send();
    expect(await inbox()).toMatchObject([{ text: '{"firstName":"first"}' }]);
  });
});

it('an email with invalid data is retried, and does not delay others', async () => {
  const sender = { brand: 'Academy', siteUrl: 'https://academy.example' };
  const { send } = stack.start({ render: templatesOf({ sender, from: 'mail@academy.example' }) });
  const facts = { enquiries: 1, bookings: 0, documents: 0, copies: 0 };
  const kind = 'data_erased' as const;
  await note(
    mailOf(1, { kind, facts: { ...facts, enquiries: 'one' as unknown as number } }),
    mailOf(2, { kind, facts }),
  );
  await send();
  expect(await rows()).toMatchObject([
    { state: 'due', attempts: 1, reason: 'it could not be composed' },
    { state: 'sent', attempts: 1 },
  ]);
  expect(stack.logged.join('\n')).toContain('is unreadable: data.enquiries');
});

it('a reply to an email goes to the contact of the training provider', async () => {
  const contact = { email: 'learn@academy.example', phone: '+91 80 4000 0001' };
  const sender = { brand: 'Academy', siteUrl: 'https://academy.example', contact };
  mailer = stack.start({ render: templatesOf({ sender, from: 'mail@academy.example' }) });
  const facts = { enquiries: 1, bookings: 0, documents: 0, copies: 0 };
  await note(mailOf(1, { kind: 'data_erased', facts }));
  await mailer.send();
  const [sent] = await inbox('payer1@example.com');
  expect(sent?.headers['reply-to']).toBe(contact.email);
});

describe('an email with an unsubscribe link', () => {
  const unsubscribeUrl = 'https://academy.example/unsubscribe/abc';
  const abandoned = (number: number) =>
    mailOf(number, { kind: 'checkout_unfinished', cause: `checkout_unfinished:${number}` });

  it('has the List-Unsubscribe headers, and other emails do not', async () => {
    mailer = stack.start({
      render: ({ kind }) => ({
        subject: kind,
        text: kind,
        html: kind,
        ...(kind === 'checkout_unfinished' && { unsubscribeUrl }),
      }),
    });
    await note(mailOf(1), abandoned(2));
    await mailer.send();
    const [other] = await inbox('payer1@example.com');
    const [ended] = await inbox('payer2@example.com');
    expect(other?.headers).not.toHaveProperty('list-unsubscribe');
    expect(ended?.headers).toMatchObject({
      'list-unsubscribe': `<${unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });

  it('is not sent to a person who has unsubscribed, regardless of upper and lower case; other emails are sent', async () => {
    const jobs = { enqueue: async () => undefined };
    await database.transaction().execute((transaction) => optOut(transaction, jobs, 'PAYER1@example.com'));
    await note(abandoned(1), mailOf(1), abandoned(2));
    await mailer.send();
    expect(await rows()).toMatchObject([
      { kind: 'booking_pending', state: 'sent' },
      { kind: 'checkout_unfinished', state: 'dropped', reason: 'unsubscribed' },
      { kind: 'checkout_unfinished', state: 'sent' },
    ]);
  });
});

describe('a trace', () => {
  it('has a span for each attempt, continues the trace of the causing request, and has no personal data', async () => {
    const spans: FinishedSpan[] = [];
    const requestId = 'a-1';
    const composing = stack.start({
      composers: [
        {
          kinds: ['booking_pending'],
          compose: async (_transaction, mails) =>
            new Map(mails.map(({ id }) => [id, { kind: 'ready', data: {} as never, requestId }])),
        },
      ],
    });
    await fault('defer');
    await note(mailOf(1));
    await withSpans(
      (span) => spans.push(span),
      () => composing.send(),
    );
    await hurry();
    await withSpans(
      (span) => spans.push(span),
      () => composing.send(),
    );
    const sent = spans.filter(({ name }) => name === 'smtp send');
    expect(sent).toMatchObject([
      { kind: 'client', failed: true, attributes: { 'meridian.mail': 'booking_pending' } },
      { kind: 'client', failed: false },
    ]);
    const { traceId, spanId } = spanOfRequest(requestId);
    const parents = spans.filter(({ name }) => name === 'send mail');
    expect(parents).toMatchObject([{ traceId, parentSpanId: spanId }, { traceId }]);
    expect(sent.map(({ parentSpanId }) => parentSpanId)).toEqual(parents.map((parent) => parent.spanId));
    expect(JSON.stringify(spans)).not.toMatch(/payer1|Asha/);
  });
});

describe('responses of the server', () => {
  it.each([
    ['defer', /^MAIL FROM: EENVELOPE 451/],
    ['greylist', /^RCPT TO: EENVELOPE 450/],
  ])('%s: the email is retried later, under the same Message-ID', async (kind, reason) => {
    await note(mailOf(1));
    await fault(kind);
    await mailer.send();
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: 'due', attempts: 1, reason: expect.stringMatching(reason) });
    expect(waiting?.next_try_at.getTime()).toBeGreaterThan(Date.now() + 10_000);
    await hurry();
    await mailer.send();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'sent', attempts: 2, message_id: waiting?.message_id, reason: null });
  });

  it('outside production, an email to a possibly real address is dropped as held back', async () => {
    const careful = stack.start({ settings: { ...stack.settings, testDomains: ['academy.in'] } });
    const written = ['a@example.com', 'b@mail.example', 'c@x.test', 'd@Academy.in', 'e@staff.academy.in', ''];
    const held = ['f@gmail.com', 'g@example.in', 'h@notacademy.in', 'i@test.com', 'j@example.com.evil.org'];
    await note(...[...written, ...held].map((recipient, index) => mailOf(index + 1, { recipient })));
    await careful.send();
    const states = Map.groupBy(await rows(), ({ state }) => state);
    expect(
      states
        .get('sent')
        ?.map(({ recipient }) => recipient)
        .toSorted(),
    ).toEqual(written.toSorted());
    expect(
      states
        .get('dropped')
        ?.map(({ recipient }) => recipient)
        .toSorted(),
    ).toEqual(held.toSorted());
    expect(new Set(states.get('dropped')?.map(({ reason }) => reason))).toEqual(new Set(['held_back']));
    expect(await inbox()).toHaveLength(written.length);
  });

  it('a refused email is a dead letter; 5.1.1 suppresses the address for later emails', async () => {
    await fault('refuse');
    await note(mailOf(1));
    await mailer.send();
    await note(mailOf(2, { recipient: 'Payer1@Example.com' }), mailOf(3));
    await mailer.send();
    expect(await rows()).toMatchObject([
      { state: 'refused', reason: expect.stringContaining('550 5.1.1') },
      { state: 'dropped', reason: 'suppressed' },
      { state: 'sent' },
    ]);
    expect(await database.selectFrom('mail_suppressions').selectAll().execute()).toMatchObject([
      { shown: 'p…@example.com', source: 'smtp' },
    ]);
  });

  it('a lost response leads to a second copy under the same Message-ID', async () => {
    await fault('lost_answer');
    await note(mailOf(1));
    await mailer.send();
    expect(await rows()).toMatchObject([{ state: 'due', attempts: 1 }]);
    await hurry();
    // A new replica, because the first one pauses: the server seemed unavailable to it.
    await stack.start().send();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'sent' });
    expect(await counts()).toMatchObject({ lost_answers: 1, copies: { [row?.message_id ?? '']: 2 } });
    const [first, second] = await inbox();
    expect({ ...second, id: first?.id, received_at: 0 }).toEqual({ ...first, received_at: 0 });
  });

  it('while the server is unavailable, only attempted emails count an attempt', async () => {
    const away = stack.start({ settings: { ...stack.settings, smtpUrl: 'smtp://127.0.0.1:1' } });
    await note(...Array.from({ length: 10 }, (_, index) => mailOf(index)));
    await away.send();
    const tried = (await rows()).filter(({ attempts }) => attempts > 0);
    expect(tried.length).toBeLessThanOrEqual(2 + stack.settings.connections);
    expect((await rows()).every(({ state, busy_until }) => state === 'due' && busy_until === null)).toBe(
      true,
    );
  });

  it('a server that allows one connection gets every email on it, each with one attempt', async () => {
    await using server = await startScriptedSmtp((step, { connection }) =>
      step === 'connect' && connection > 1 ? '421 4.7.0 too many connections' : undefined,
    );
    const narrow = stack.start({ settings: { ...stack.settings, smtpUrl: server.url, connections: 4 } });
    await note(mailOf(0));
    await narrow.send();
    await note(...Array.from({ length: 12 }, (_, index) => mailOf(index + 1)));
    await narrow.send();
    expect((await rows()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
      Array(13).fill('sent 1'),
    );
    expect({ mails: server.contents.length, tried: server.connections() <= 4 }).toEqual({
      mails: 13,
      tried: true,
    });
  });

  it('after three days of temporary failures an email is a dead letter', async () => {
    await note(mailOf(1));
    await database
      .updateTable('mails')
      .set({ due_since: new Date(Date.now() - 73 * 3_600_000) })
      .execute();
    await fault('defer');
    await mailer.send();
    expect(await rows()).toMatchObject([{ state: 'refused' }]);
  });

  it('backs off from seconds to hours', () => {
    const delays = [1, 2, 3, 4, 5, 6, 30].map((attempt) => retryDelayMs(attempt, 0.5) / 1_000);
    expect(delays).toEqual([15, 60, 240, 900, 3_600, 14_400, 14_400]);
    expect([retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([13_500, 16_500]);
  });
});

describe('several senders', () => {
  it('send each email once', async () => {
    await note(...Array.from({ length: 120 }, (_, index) => mailOf(index)));
    await Promise.all([mailer.send(), stack.start().send(), stack.start().send()]);
    const { received, copies } = await counts();
    expect({ received, different: Object.keys(copies).length }).toEqual({ received: 120, different: 120 });
    expect((await rows()).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('take over the email of a crashed sender once its lease has expired, not before', async () => {
    await note(mailOf(1));
    await database
      .updateTable('mails')
      .set({ attempts: 1, busy_until: new Date(Date.now() + 60_000) })
      .execute();
    await mailer.send();
    expect(await inbox()).toHaveLength(0);
    await database
      .updateTable('mails')
      .set({ busy_until: new Date(Date.now() - 1) })
      .execute();
    await mailer.send();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('a sender that stops finishes the email in progress and releases the others', async () => {
    const stopping = stack.start({ settings: { ...stack.settings, connections: 1 } });
    await fault('slow', { times: 1, delay_ms: 300 });
    await note(...Array.from({ length: 5 }, (_, index) => mailOf(index)));
    const sending = stopping.send();
    await expect.poll(async () => (await counts()).received).toBe(1);
    await stopping.stop(5_000);
    await sending;
    const after = await rows();
    expect(after.filter(({ state }) => state === 'sent')).toHaveLength(1);
    const back = { state: 'due', busy_until: null, attempts: 0 };
    expect(after.filter(({ state }) => state === 'due')).toMatchObject(Array(4).fill(back));
  });
});

describe('limits', () => {
  it('all senders together send at most `limitPerMinute` emails a minute', async () => {
    const settings = { ...stack.settings, limitPerMinute: 4 };
    await note(...Array.from({ length: 9 }, (_, index) => mailOf(index)));
    await Promise.all([stack.start({ settings }).send(), stack.start({ settings }).send()]);
    const { received } = await counts();
    expect([4, 8]).toContain(received);
  });

  it('an address gets at most three enquiry copies a day; emails about bookings are not limited', async () => {
    const to = { recipient: 'visitor@example.com' };
    for (let number = 0; number < 5; number += 1) {
      await note(mailOf(number, { ...to, kind: 'enquiry_copy', cause: `enquiry:${number}` }));
      await note(mailOf(number, { ...to, kind: 'enquiry_copy', cause: `enquiry:${number}` }));
      await note(mailOf(number, to));
    }
    await mailer.send();
    const subjects = (await inbox()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'enquiry_copy')).toHaveLength(3);
    expect(subjects.filter((subject) => subject === 'booking_pending')).toHaveLength(5);
    const dropped = (await rows()).filter(({ state }) => state === 'dropped');
    expect(dropped).toMatchObject(Array(2).fill({ reason: 'daily_limit', recipient: '' }));
  });

  const link = (number: number, requestedFrom?: string) =>
    mailOf(number, { recipient: 'visitor@example.com', kind: 'data_link', requestedFrom });
  const droppedMails = async () => (await rows()).filter(({ state }) => state === 'dropped').length;

  it('emails of one kind do not use up the limit of another', async () => {
    for (let number = 0; number < 4; number += 1)
      await note(mailOf(number, { recipient: 'visitor@example.com', kind: 'enquiry_copy' }));
    await note(link(5));
    expect(await droppedMails()).toBe(1);
  });

  it('emails that a stranger requests do not use up the limit of the owner', async () => {
    for (let number = 0; number < 4; number += 1) await note(link(number, '203.0.113.7'));
    expect(await droppedMails()).toBe(1);
    await note(link(5, '198.51.100.9'));
    expect(await droppedMails()).toBe(1);
  });

  it('offers of seats are not limited, because seats are reserved for each', async () => {
    for (let number = 0; number < 5; number += 1)
      await note(mailOf(number, { recipient: 'visitor@example.com', kind: 'waitlist_offer' }));
    expect(await droppedMails()).toBe(0);
  });

  it('addresses that differ by a +tag count as one', async () => {
    for (const tag of ['', '+a', '+b', '+c'])
      await note(
        mailOf(1, { cause: `copy:${tag}`, kind: 'enquiry_copy', recipient: `visitor${tag}@example.com` }),
      );
    expect(await droppedMails()).toBe(1);
  });

  it('an address gets at most 20 emails of a kind a day from all requesters', async () => {
    for (let number = 0; number < 22; number += 1) await note(link(number, `203.0.113.${number}`));
    expect(await droppedMails()).toBe(2);
  });
});

describe('emails that are not sent', () => {
  it('without a mail server, due emails are dropped, and are not sent later', async () => {
    const none = stack.start({ settings: undefined });
    expect(stack.logged.join()).toContain('no emails are sent');
    await note(mailOf(1));
    await none.send();
    await mailer.send();
    expect(await rows()).toMatchObject([{ state: 'dropped', reason: 'no_smtp', recipient: '', data: null }]);
    expect(await inbox()).toEqual([]);
  });

  it('alerts go to the operators’ address of the settings, and are dropped without such an address', async () => {
    const facts = mails.operator_alert.samples['dead letters'] as MailData['operator_alert'];
    const alert = (cause: string): NewMail => ({ kind: 'operator_alert', cause, recipient: '', facts });
    await note(alert('case:1'));
    await mailer.send();
    await note(alert('case:2'));
    await stack.start({ operatorEmail: undefined }).send();
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'dropped', reason: 'no_operator' }]);
    expect(await inbox('operators@academy.example')).toHaveLength(1);
  });

  it('erasure blanks refused emails and drops due ones; the log has no personal data', async () => {
    await fault('refuse');
    await note(mailOf(1));
    await mailer.send();
    await note(
      mailOf(2, { delayMs: 60_000 }),
      mailOf(3, { orderId: '019aa000-0000-7000-8000-000000000002' }),
    );
    await database.transaction().execute((transaction) => eraseMailsOfOrders(transaction, [orderId]));
    const [first, second, other] = await rows();
    expect(first).toMatchObject({ state: 'refused', recipient: '', facts: {}, data: null, reason: null });
    expect(second).toMatchObject({ state: 'dropped', recipient: '', facts: {}, reason: 'erased' });
    expect(other).toMatchObject({ state: 'due', recipient: 'payer3@example.com' });
    expect(stack.logged.join()).not.toMatch(/payer1|Asha/);
    expect(stack.logged.join()).toContain('an email was refused');
  });

  it('retention blanks sent emails by age', async () => {
    await note(mailOf(1), mailOf(2));
    await mailer.send();
    const [{ id } = { id: '' }] = await rows();
    await database
      .updateTable('mails')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    expect(await mailer.eraseOld()).toBe(1);
    expect((await rows()).map(({ recipient }) => recipient)).toEqual(['', 'payer2@example.com']);
  });
});
