import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanEmail } from './clean-email.ts';

const address = 'asha.rao@example.in';

describe('an email address', () => {
  it.each([
    ['with a trailing dot', `${address}.`],
    ['with other punctuation behind it', `${address},`],
    ['with a dot before the @', 'asha.rao.@example.in'],
    ['with two dots in a row', 'asha..rao@example..in'],
    ['with a dot behind the @', 'asha.rao@.example.in'],
    ['with zero-width spaces', '\u200basha.rao\u200b@exam\u200bple.in\ufeff'],
    ['with soft hyphens', 'asha.rao@exam\u00adple.in'],
    ['with fixed spaces', '\u00a0asha.rao\u00a0@\u00a0example.in\u00a0'],
    ['with marks of direction', `\u202a${address}\u202c`],
    ['of a link', `mailto:${address}`],
    ['of a link with a subject', `MAILTO:${address}?subject=Hello%20there`],
    ['with a name', `Asha Rao <${address}>`],
    ['with a quoted name', `"Rao, Asha" <${address}>;`],
    ['with a link in brackets', `<mailto:${address}>`],
    ['with a bracket that was left', `${address}>`],
    ['in quotes', `“${address}”`],
    ['in full-width characters', 'ａｓｈａ．ｒａｏ＠ｅｘａｍｐｌｅ。ｉｎ'],
    ['with white space around it', `\n\t ${address} \r\n`],
  ])('%s is cleaned', (_what, text) => expect(cleanEmail(text)).toBe(address));

  it.each([
    'Asha+courses@Example.IN',
    "o'brien@example.ie",
    '"asha rao"@example.in',
    'user@bücher.example',
    'राम@उदाहरण.भारत',
    'a_b-c%d@sub.example.co.in',
  ])('%s stays as it is', (text) => expect(cleanEmail(text)).toBe(text));

  it.each([
    ['asha', 'asha'],
    ['as ha@example.in', 'as ha@example.in'],
    ['Asha\u00a0asha@example.in', 'Asha asha@example.in'],
    ['asha @example.in', 'asha @example.in'],
    ['a@b@c.d', 'a@b@c.d'],
    ['.@.', '@'],
    ['\u200b\u00ad\ufeff', ''],
    ['', ''],
  ])('does not turn %j into a valid address: %j', (text, expected) =>
    expect(cleanEmail(text)).toBe(expected),
  );

  const hostile = fc.string({
    unit: fc.constantFrom(...'ab.@<>"\'()[];: \u200b\u200d\u00a0\uff20\uff0e\u3002', 'mailto:', '?'),
    maxLength: 60,
  });

  it('does not change if it is cleaned again', () => {
    fc.assert(
      fc.property(hostile, (text) => cleanEmail(cleanEmail(text)) === cleanEmail(text)),
      {
        numRuns: 2_000,
      },
    );
  });

  it.each(['<', '"', 'mailto:', ' ', '.', '\u200d', '\u0915\u200d', '<@'])(
    'takes less than a second for 32 kB of %j',
    (piece) => {
      const startedAt = process.threadCpuUsage();
      cleanEmail(piece.repeat(32_000 / piece.length));
      cleanEmail(piece.repeat(1_000 / piece.length));
      expect(process.threadCpuUsage(startedAt).user).toBeLessThan(1_000_000);
    },
  );
});
