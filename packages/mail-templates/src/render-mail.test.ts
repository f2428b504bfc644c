import { describe, expect, it } from 'vitest';
import { type MailData, type MailKind, mailKinds, mails } from './kinds.ts';
import { colours } from './parts/colours.ts';
import { sampleSender } from './parts/sample-data.ts';
import { renderMail } from './render-mail.ts';
import { clientFaults } from './testing/client-faults.ts';

const samples = mailKinds.flatMap((kind) =>
  Object.entries(mails[kind].samples).map(([variant, data]) => ({ kind, variant, data })),
);
const render = <Kind extends MailKind>(kind: Kind, data: MailData[Kind]) =>
  renderMail(kind, data, sampleSender);
const confirmed = mails.booking_confirmed.samples[
  'with an attached invoice'
] as MailData['booking_confirmed'];
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

describe('each email', () => {
  it.each(samples)('$kind, $variant, has no markup that email programs cannot show', ({ kind, data }) => {
    const { html, subject } = render(kind, data);
    expect(clientFaults(html)).toEqual([]);
    expect(html.startsWith('<!doctype html><html lang="en-IN">')).toBe(true);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/undefined|\bnull\b|NaN|\[object/);
    expect(subject).toMatch(/^\S.{5,148}\S$/u);
  });

  it.each(samples)('$kind, $variant, has the same content as text', ({ kind, data }) => {
    const { html, text } = render(kind, data);
    expect(text).not.toMatch(/<\w|&\w+;|undefined/);
    for (const href of linksOf(html))
      expect(text.replaceAll('\n', '')).toContain(href.replace('mailto:', ''));
    const heading = /<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? 'none';
    expect(text.replaceAll('\n', ' ')).toContain(heading.replaceAll('&#x27;', "'"));
    expect(text).toContain(sampleSender.grievanceOfficer?.name);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
  });

  it('formats days, hours in IST and rupees with Indian grouping', () => {
    const { html, text } = render('booking_confirmed', { ...confirmed, totalPaise: 12_345_678_9 });
    for (const said of ['Sat 12 Dec 2026', '9:00 am to 5:30 pm IST', '₹12,34,567.89']) {
      expect(html).toContain(said);
      expect(text).toContain(said);
    }
  });

  it('lists the days of class if the upstream sends them', () => {
    const { text } = render('attendee_confirmed', mails.attendee_confirmed.samples['a seat'] as never);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Tue 15 Dec 2026 Wed 16 Dec 2026 Time 7:00 pm to 10:00 pm IST',
    );
  });
});

it.each([
  ['7_days', 'Starts on Sat 12 Dec 2026'],
  ['1_day', 'Starts on Sat 12 Dec 2026, 9:00 am IST'],
  ['1_hour', 'Starts at 9:00 am IST'],
] as const)('a reminder %s before is correct whenever it is read', (before, start) => {
  const batch = confirmed.batch;
  const mail = { name: 'Asha', batch, before, joining: null, receiptUrl: null };
  const { subject, text } = render('reminder', mail);
  expect(subject).toBe(`${start}: ${batch.course_name}`);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `Your ${before === '1_hour' ? 'class' : 'course'} ${start.toLowerCase().slice(0, 6)}${start.slice(6)} `,
  );
  expect(text).not.toMatch(/tomorrow|in a week|in an hour/);
});

it('tells the payer how to move or cancel and whom to contact', () => {
  const text = render('booking_confirmed', confirmed).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('To move or cancel your booking, open it');
  expect(text).toContain(`Reply to this email, write to ${sampleSender.contact?.email}`);
});

it('does not ask for the attendee of a single seat, because the payer may attend', () => {
  const { text } = render('booking_confirmed', { ...confirmed, seats: 1, attendees: [] });
  expect(text).not.toContain('no attendee yet');
  expect(text.replaceAll('\n', ' ')).toContain(
    'If someone else attends in your place, name that person on your booking page',
  );
});

it('distinguishes a move to another batch from new dates of the same batch', () => {
  const moved = { name: 'Asha', from: confirmed.batch, joining: null, order: null };
  const to = { ...confirmed.batch, start_date: '2026-12-19', end_date: '2026-12-20' };
  expect(render('booking_moved', { ...moved, to, isOtherBatch: true }).text).toContain(
    'Your seat has been moved',
  );
  expect(render('booking_moved', { ...moved, to, isOtherBatch: false }).text).toContain(
    'Your course has new dates',
  );
});

it('says that only the hours are new if the days have not changed', () => {
  const from = confirmed.batch;
  const to = { ...from, start_time: '13:00', end_time: '19:30' };
  const { subject, text } = render('booking_moved', {
    name: 'Asha',
    from,
    to,
    joining: null,
    isOtherBatch: false,
    order: { number: 'K7M3PX', receiptUrl: 'https://example.com/receipt/a' },
  });
  expect(subject).toMatch(/^New hours: /);
  expect(text).toContain('Your course has new hours');
  expect(text).toContain('If these hours suit you');
  expect(text).not.toContain('new dates');
});

describe('text typed by people', () => {
  const course = 'A <b>course</b> & "more"\r\nBcc: victim@example.com\u2028X-Evil: 1';

  it('is escaped, and cannot add a header to the email', () => {
    const batch = { ...confirmed.batch, course_name: course };
    const { html, subject } = render('booking_confirmed', { ...confirmed, batch });
    expect(subject).toMatch(/^Booked: A <b>course<\/b> & "more" Bcc: victim@example\.com X-Evil: 1, /);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(html).not.toContain('<b>');
    expect(clientFaults(html)).toEqual([]);
  });

  // A line in SMTP has at most 998 characters, and a header is not folded inside a word.
  it.each(['Agile '.repeat(4_000), 'x'.repeat(3_000), '👩‍🎓'.repeat(400)])(
    'is truncated: %.9s',
    (course_name) => {
      const batch = {
        ...confirmed.batch,
        course_name,
        instructor_name: 'x'.repeat(9_000),
      };
      const { html, subject } = render('booking_confirmed', {
        ...confirmed,
        batch,
        joining: 'y'.repeat(100_000),
        firstName: 'z'.repeat(9_000),
      });
      expect(subject.length).toBeLessThanOrEqual(150);
      expect(clientFaults(html)).toEqual([]);
    },
  );

  it.each([
    ['Asha', 'Hello Asha,'],
    ['A.P. Singh', 'Hello A.P. Singh,'],
    ['t.co', 'Hello,'],
    ['', 'Hello,'],
    ['Win ₹9 lakh at http://evil.example', 'Hello,'],
    ['Go to evil.example', 'Hello,'],
    ['<img src=x>', 'Hello,'],
    ['நிலா', 'Hello நிலா,'],
  ])('greets %j with %j, because emails must not contain URLs of strangers', (firstName, greeting) => {
    expect(render('booking_confirmed', { ...confirmed, firstName }).text).toContain(`${greeting}\n`);
  });

  it('turns only https URLs in joining instructions into links', () => {
    const joining = 'javascript:alert(1) http://plain.example https://zoom.example.com/j/1?pwd=a.';
    const { html } = render('joining_changed', { name: 'Asha', batch: confirmed.batch, joining });
    expect(linksOf(html)).toContain('https://zoom.example.com/j/1?pwd=a');
    expect(clientFaults(html)).toEqual([]);
    expect(linksOf(html).filter((href) => /javascript|plain/.test(href))).toEqual([]);
  });

  it.each([
    ['https://zoom.example.com/j/1?pwd=a', 'zoom.example.com'],
    ['https://academy.example@evil.example/pay', 'evil.example'],
    ['https://www.academy.example.evil.example/', 'www.academy.example.evil.example'],
    ['https://аcademy.example/', 'xn--cademy-2nf.example'],
  ])('shows the host to which %s links', (address, host) => {
    const { html, text } = render('batch_message', {
      name: 'Ravi Menon',
      batch: confirmed.batch,
      subject: 'The room',
      text: `Please see ${address} today.`,
    });
    expect(html).toContain(`</a> (${host}) today.`);
    expect(text.replaceAll('\n', ' ')).toContain(`${address} (${host}) today.`);
  });

  it('does not turn a URL that cannot be parsed into a link', () => {
    const joining = 'https://[evil/';
    expect(
      linksOf(render('joining_changed', { name: 'Asha', batch: confirmed.batch, joining }).html),
    ).not.toContain(joining);
  });
});

it.each([
  ['7_days', 'as soon as they are set'],
  ['1_day', 'please contact us now'],
  ['1_hour', 'please contact us now'],
] as const)('a reminder %s before, without joining instructions, says: %s', (before, said) => {
  const { html, text } = render('reminder', {
    name: 'Asha',
    batch: confirmed.batch,
    before,
    joining: ' ',
    receiptUrl: null,
  });
  expect(text.replaceAll('\n', ' ')).toContain(said);
  expect(html).not.toContain('tells you how to join');
});

describe('access to the order', () => {
  const forAttendees = samples.filter(
    ({ kind, variant }) => /attendee/.test(`${kind} ${variant}`) || kind === 'joining_changed',
  );

  it.each(forAttendees)('$kind, $variant, has no link to the order', ({ kind, data }) => {
    expect(render(kind, data).html).not.toContain('/receipt/');
  });

  it('emails from which recipients can unsubscribe say how', () => {
    const { html, text } = render(
      'checkout_unfinished',
      mails.checkout_unfinished.samples['at the same price'] as never,
    );
    expect(linksOf(html)).toContain('https://www.example.com/unsubscribe/abc');
    expect(text).toContain('Stop these emails');
  });
});

/** Relative luminance and contrast of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

it.each(['light', 'dark'] as const)('the %s scheme has sufficient contrast', (scheme) => {
  for (const ground of [colours.ground, colours.surface])
    for (const ink of [colours.ink, colours.soft, colours.link])
      expect(contrast(ink[scheme], ground[scheme])).toBeGreaterThan(4.5);
  expect(contrast(colours.onButton[scheme], colours.button[scheme])).toBeGreaterThan(4.5);
});

it.each([
  ['<div style="display:flex">', 'div: flex or grid in a style'],
  ['<p style="position: absolute">', 'p: a position in a style'],
  ['<img src="https://x.example/p.gif">', 'img without alt'],
  ['<script>1</script>', '<script>'],
  ['<style>@import "x"</style>', 'sheet: an address in a style'],
  ['<a href="javascript:1">x</a>', 'link to javascript:1'],
])('the check of email markup detects %s', (html, fault) => {
  expect(clientFaults(html)).toContain(fault);
});
