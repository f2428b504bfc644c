import type { ReadAnswer } from '@meridian/contracts/pages/renderer';
import { describe, expect, it } from 'vitest';
import { render } from './entry.server.tsx';

const refuse: ReadAnswer = { status: 0, message: 'We cannot take this right now.' };
const missing: ReadAnswer = { ...refuse, missing: true };
const publicUrl = 'https://academy.example';

const open = (path: string, answer: () => Promise<ReadAnswer>) => render(path, { publicUrl, read: answer });

const readingPages = [
  '/',
  '/resources',
  '/blogs',
  '/customer-speak',
  '/privacy-policy',
  '/blog/a-post',
  '/view-schedule/101',
  '/safe/safe-agilist-certification',
];

describe('the server-rendered page', () => {
  it.each(readingPages)('14.2 of %s is a 503 if its read is refused', async (path) => {
    const page = await open(path, async () => refuse);
    expect(page).toMatchObject({ status: 503, cache: 'private', noindex: true });
    expect(page.html).toMatch(/Failed to load (?:resources )?content/);
    expect(page.html).not.toContain('This page is not here');
  });

  it.each(readingPages)('14.5 of %s shows an error if its read has no answer', async (path) => {
    const page = await open(path, () => Promise.reject(new TypeError('fetch failed')));
    expect(page.status).toBe(503);
    expect(page.html).toMatch(/Fetch error|An error occurred while fetching resources/);
  });

  it.each(['/blog/a-post', '/view-schedule/999999', '/view-schedule/x', '/safe/no-such-course', '/a/b@c'])(
    '14.2 of %s is a 404 where it names nothing',
    async (path) => {
      const page = await open(path, async () => missing);
      expect(page).toMatchObject({ status: 404, noindex: true });
      expect(page.html).toContain('This page is not here');
    },
  );

  it('17 is identical when nothing has changed', async () => {
    const answer: ReadAnswer = { status: 1, message: '', data: {} };
    const [first, second] = [
      await open('/contact-us', async () => answer),
      await open('/contact-us', async () => answer),
    ];
    expect(first.state).toContain('"header({})"');
    expect(second).toEqual(first);
  });
});
