import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, cutText } from './clean-text.ts';

describe('cleaning a text', () => {
  it.each([
    ['removes invisible characters from copying', '\ufeff\u200bAs\u00adha\u2060 Rao\u200b', 'Asha Rao'],
    ['removes marks around a number from a phone book', '\u202a+91 98450 00000\u202c', '+91 98450 00000'],
    ['removes marks around a name from a chat', '\u2068Asha\u2069 \u200eRao', 'Asha Rao'],
    ['replaces non-breaking spaces', '\u00a0Asha\u00a0Rao\u202f', 'Asha Rao'],
    ['removes joiners between Latin letters', 'As\u200dha\u200c', 'Asha'],
    ['removes control characters', 'a\u0000b\u0085c', 'abc'],
    ['returns an empty text if all characters are invisible', '\u200b\u00ad\u2800\u3164\ufe0f \u200d', ''],
    ['keeps line breaks', 'one\n\ttwo', 'one\n\ttwo'],
  ])('%s', (_what, text, expected) => expect(cleanText(text)).toBe(expected));

  it.each([
    ['Hindi with ZWJ', '\u0915\u094d\u200d\u0937'],
    ['Hindi with ZWNJ', '\u0936\u094d\u200c\u0930\u0940'],
    ['Malayalam with a chillu of old at the end', '\u0d30\u0d3e\u0d1c\u0d28\u0d4d\u200d'],
    ['Kannada', '\u0cb0\u200d\u0ccd\u0c95'],
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a heart', '\u2764\ufe0f'],
    ['a flag of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ])('keeps %s', (_script, text) => expect(cleanText(` ${text} `)).toBe(text));

  it.each(['\u200d\u0915', '\u0915\u200d', '\u0915\u200d \u0937', '\u0915 \u200c\u0937'])(
    'removes a joiner at an edge: %j',
    (text) => expect(cleanText(text)).not.toMatch(/[\u200c\u200d]/),
  );

  const hostile = fc.string({
    unit: fc.constantFrom(...'a.@ \n\u0915\u094d\u200b\u200c\u200d\ufe0f\u00a0\ud800\u0000\u202e\u{1f468}'),
  });

  it('is idempotent', () => {
    fc.assert(fc.property(hostile, (text) => cleanText(cleanText(text)) === cleanText(text)));
  });

  it('truncates between characters, and leaves a clean edge', () => {
    fc.assert(
      fc.property(hostile, fc.nat(20), (text, maxLength) => {
        const cut = cutText(text, maxLength);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(cut).toBe(cleanText(cut));
      }),
    );
    expect(cutText('ab\u{1f600}', 3)).toBe('ab');
  });
});
