import { mailKinds, mails } from '@meridian/mail-templates/kinds';
import { describe, expect, it } from 'vitest';
import { describeMail } from './describe-mail.ts';
import { labels } from './mail-labels.ts';

const samples = mailKinds.flatMap((kind) =>
  Object.entries(mails[kind].samples).map(([title, data]) => ({ kind, title, data })),
);

/** @returns the names of fields at any depth, without those inside a batch */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null || 'course_name' in value) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

describe('console: the content of an email', () => {
  it.each(samples)('$kind, $title: every field has a label and a readable value', ({ data }) => {
    // A field whose name ends in a unit or a type, for example `totalPaise`, needs a label in the table.
    for (const name of namesIn(data))
      if (/(Paise|At|Url|Id)$/.test(name)) expect(labels).toHaveProperty(name);
    const said = describeMail({ ...data });
    expect(said.length).toBeGreaterThan(0);
    for (const { label, text } of said) {
      expect(label).toMatch(/^[A-Z][a-z -]+$/);
      // Values are not JSON, codes, UTC timestamps or unformatted days.
      expect(text.replaceAll(/\S+@\S+|https?:\S+|\w+_01\w+/g, '')).not.toMatch(
        /[{}[\]"]|[a-z]_[a-z]|\d_[a-z]|\d{4}-\d\d-\d\d|null|undefined/,
      );
    }
  });

  it('hides links to receipts, booking changes, offers and consents', () => {
    const links = samples.flatMap(({ data }) => describeMail({ ...data })).map(({ text }) => text);
    expect(links.join()).not.toMatch(/\/receipt\/|\/manage\/|\/offer\/|\/consent\//);
  });

  it('shows amounts in rupees, times in IST, and a batch as one line', () => {
    const [confirmed] = Object.values(mails.booking_confirmed.samples);
    const said = Object.fromEntries(describeMail({ ...confirmed }).map(({ label, text }) => [label, text]));
    expect(said).toMatchObject({
      Total: '₹44,837.64',
      Document: 'MA/2627/000123 · attachment',
      Attendees: expect.stringMatching(/^Ravi Menon · ravi@example.com\n/),
      Batch:
        'Leading SAFe Certification Training · Sat 12 Dec 2026 to Sun 13 Dec 2026 · ' +
        '9:00 am to 5:30 pm IST · Live online',
    });
    expect(describeMail({ totalPaise: 100, name: 'Asha' }).map(({ label }) => label)).toEqual([
      'Name',
      'Total',
    ]);
    expect(describeMail({ endsAt: '2026-11-22T10:45:00Z' })).toEqual([
      { label: 'Until', text: 'Sun 22 Nov 2026, 4:15 pm IST' },
    ]);
  });

  it('hides links that authenticate the recipient or work once', () => {
    for (const { data } of samples) {
      const text = JSON.stringify(describeMail({ ...data }));
      for (const name of ['manageUrl', 'offerUrl', 'resumeUrl', 'unsubscribeUrl'])
        if (name in data) expect(text).not.toContain((data as unknown as Record<string, string>)[name]);
      expect(text).not.toContain('#data=');
    }
  });
});
