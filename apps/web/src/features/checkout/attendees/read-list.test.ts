import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readList } from './read-list.ts';

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };
const both = [ravi, zoe];
const lines = (...rows: string[]) => rows.join('\r\n');

describe('a list of people', () => {
  it.each([
    ['commas', lines('Ravi Menon,ravi@example.com', 'Zoë Łukasiewicz,zoe@example.com', '')],
    ['semicolons', lines('Ravi Menon;ravi@example.com', '', 'Zoë Łukasiewicz;zoe@example.com')],
    ['tabs, as copied from a spreadsheet', 'Ravi Menon\travi@example.com\nZoë Łukasiewicz\tzoe@example.com'],
    ['quotes', lines('"Ravi Menon","ravi@example.com"', '"Zoë Łukasiewicz","zoe@example.com"')],
    ['a title row', lines('Name;Email', 'Ravi Menon;ravi@example.com', 'Zoë Łukasiewicz;zoe@example.com')],
    [
      'first and last names in any order',
      lines(
        'Email ID,Last Name,Team,First Name',
        'ravi@example.com,Menon,A,Ravi',
        'zoe@example.com,Łukasiewicz,B,Zoë',
      ),
    ],
    [
      'names in two cells without titles, with numbers before and phones after',
      lines('1,Ravi,Menon,ravi@example.com,98450', '2,Zoë,Łukasiewicz,zoe@example.com,98451'),
    ],
    ['addresses first', lines('ravi@example.com,Ravi Menon', 'zoe@example.com,Zoë Łukasiewicz')],
    ['an email program', lines('Ravi Menon <ravi@example.com>', '"Zoë Łukasiewicz" <zoe@example.com>')],
    ['one line of an email program', 'Ravi Menon <ravi@example.com>; Zoë Łukasiewicz <zoe@example.com>'],
    [
      'a byte order mark',
      `\ufeff${lines('Name,Email', 'Ravi Menon,ravi@example.com', 'Zoë Łukasiewicz,zoe@example.com')}`,
    ],
  ])('is parsed with %s', (_what, text) => {
    expect(readList(text)).toEqual({ people: both, warnings: [] });
  });

  it('keeps separators within quotes, and reports unclosed quotes', () => {
    expect(readList('Name;Email\r\n"Menon; Ravi ""RJ""";ravi@example.com').people).toEqual([
      { name: 'Menon; Ravi "RJ"', email: 'ravi@example.com' },
    ]);
    expect(readList('"Ravi Menon;ravi@example.com\r\nZoë;zoe@example.com').warnings).toEqual([
      expect.stringMatching(/quotation mark/),
    ]);
  });

  it('keeps invalid rows, for the visitor to correct', () => {
    const text = lines('Name,Email', 'Ravi Menon,', ',zoe@example.com', 'Asha,asha(at)example.com');
    expect(readList(text).people).toEqual([
      { name: 'Ravi Menon', email: '' },
      { name: '', email: 'zoe@example.com' },
      { name: 'Asha', email: 'asha(at)example.com' },
    ]);
  });

  it('stops at 200 rows with a message', () => {
    const text = Array.from({ length: 250 }, (_, index) => `P ${index},p${index}@example.com`).join('\n');
    const { people, warnings } = readList(text);
    expect(people).toHaveLength(200);
    expect(warnings).toEqual(['Only its first 200 rows were read.']);
  });
});

describe('the text of a file', () => {
  const text = 'Zoë;zoe@example.com';
  const utf8 = new TextEncoder().encode(text);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer),
  ]);
  it.each([
    ['UTF-8', utf8],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])],
    ['UTF-16, as "Unicode text"', utf16],
    ['Windows-1252', Uint8Array.from([...text].map((c) => c.charCodeAt(0)))],
  ])('is decoded from %s', (_what, bytes) => {
    expect(decodeText(bytes)).toEqual({ text });
  });

  it('is not read from a spreadsheet file', () => {
    expect(decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]))).toEqual({ no: 'spreadsheet' });
  });
});
