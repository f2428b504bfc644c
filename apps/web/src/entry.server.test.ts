import type { ReadAnswer } from '@meridian/contracts/site/renderer';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startQuery } from './api/route-query.ts';
import { createStore } from './api/store.ts';
import { layoutQueries, queriesOf } from './app/queries.ts';
import { matchRoute } from './app/routes.ts';
import { render } from './entry.server.tsx';
import type { DocumentState } from './routing/document-state.ts';
import { ok, readFrom } from './testing/site.tsx';

const refuse: ReadAnswer = { status: 0, message: 'We cannot take this right now.' };
const missing: ReadAnswer = { ...refuse, missing: true };
const publicUrl = 'https://academy.example';

const open = (path: string, answer: () => Promise<ReadAnswer>) =>
  render(path, { publicUrl, sales: { isOpen: true, since: '' }, read: answer });

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
  it.each(readingPages)('of %s is a 503 if its read is refused', async (path) => {
    const page = await open(path, async () => refuse);
    expect(page).toMatchObject({ status: 503, cache: 'private', noindex: true });
    expect(page.html).toMatch(/Failed to load (?:resources )?content/);
    expect(page.html).not.toContain('This page does not exist');
  });

  it.each(readingPages)('of %s shows an error if its read gets no response', async (path) => {
    const page = await open(path, () => Promise.reject(new TypeError('fetch failed')));
    expect(page.status).toBe(503);
    expect(page.html).toMatch(/Fetch error|An error occurred while fetching resources/);
  });

  it.each(['/blog/a-post', '/view-schedule/999999', '/view-schedule/x', '/safe/no-such-course', '/a/b@c'])(
    'of %s is a 404 if nothing is found under the address',
    async (path) => {
      const page = await open(path, async () => missing);
      expect(page).toMatchObject({ status: 404, noindex: true });
      expect(page.html).toContain('This page does not exist');
    },
  );

  it('shows the company of the settings in the footer, if it is set', async () => {
    vi.stubEnv('SSR', true);
    onTestFinished(() => void vi.unstubAllEnvs());
    const context = {
      publicUrl,
      sales: { isOpen: true, since: '' },
      read: async () => ({ status: 1, message: '', data: {} }),
    };
    const company = 'Own Training LLP, 1 High Street, Pune 411001';
    expect((await render('/contact-us', { ...context, company })).html).toContain(company);
    expect((await render('/contact-us', context)).html).not.toContain('undefined');
  });

  it('does not link to pages without content, which are noindex', async () => {
    vi.stubEnv('SSR', true);
    onTestFinished(() => void vi.unstubAllEnvs());
    const answers = {
      header: ok({ discount_text: '', button_text: '' }),
      blog: ok({ latest_blog: [], total_blog: 0 }),
      blog_category: ok([]),
      Resources: ok({ ebook: [], practice_test: [] }),
      cat_course: ok([{ category_seo_slug: 'safe', seo_slug: 'safe-agilist-certification' }]),
    };
    const page = await render('/about-us', {
      publicUrl,
      sales: { isOpen: true, since: '' },
      read: readFrom(answers),
    });
    for (const path of ['/blogs', '/resources', '/kanban/kanban-system-design-certification'])
      expect(page.html).not.toContain(`href="${path}"`);
    // The read of the testimonials gets no response, so their page counts as present.
    for (const path of ['/customer-speak', '/corporate', '/receipt/lost', '/safe/safe-agilist-certification'])
      expect(page.html).toContain(`href="${path}"`);
    expect(page.html).not.toContain('kanban.university');
    const blog = await render('/blogs', {
      publicUrl,
      sales: { isOpen: true, since: '' },
      read: readFrom(answers),
    });
    expect(blog).toMatchObject({ status: 200, noindex: true });
    expect(blog.html).toContain('No blog posts found.');
    expect(JSON.parse(blog.state).absentPages).toContain('/blogs');
  });

  it('is identical when nothing has changed', async () => {
    const answer: ReadAnswer = { status: 1, message: '', data: {} };
    const [first, second] = [
      await open('/contact-us', async () => answer),
      await open('/contact-us', async () => answer),
    ];
    expect(first.state).toContain('"header({})"');
    expect(second).toEqual(first);
  });

  it('has the same state if the responses to the reads arrive in another order', async () => {
    const data = { course_schedule: [], total_schedule: 0 };
    const openWith = (delayMs: (name: string) => number) =>
      render('/view-schedule/101', {
        publicUrl,
        sales: { isOpen: true, since: '' },
        read: async (name) => {
          await new Promise((resolve) => setTimeout(resolve, delayMs(name)));
          return { status: 1, message: '', data };
        },
      });
    const names = new Set<string>();
    const first = await openWith((name) => {
      names.add(name);
      return 0;
    });
    const order = [...names];
    const second = await openWith((name) => 20 * (order.length - order.indexOf(name)));
    expect(order.length).toBeGreaterThan(1);
    expect(second.state).toBe(first.state);
  });

  it.each([...readingPages, '/receipt/a-token', '/receipt/a-token/change'])(
    'of %s contains every response that hydration needs',
    async (path) => {
      const lists = { course_schedule: [], total_schedule: 0, latest_blog: [], total_blog: 0 };
      const data = { ...lists, name: 'A post', meta_description: '', content: '' };
      const page = await render(path, {
        publicUrl,
        sales: { isOpen: true, since: '' },
        read: async () => ({ status: 1, message: '', data }),
        readReceipt: async () => ({}) as never,
      });
      const { store: carried } = JSON.parse(page.state) as DocumentState;
      const again = () => Promise.reject(new Error('read again'));
      const store = createStore({ read: again, readReceipt: again }, carried);
      const queries = [...layoutQueries(), ...queriesOf(matchRoute(path))];
      const outcomes = await Promise.all(queries.map((query) => startQuery(store.dispatch, query)));
      expect(outcomes.flatMap(({ error }) => error ?? [])).toEqual([]);
    },
  );
});
