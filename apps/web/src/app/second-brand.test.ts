/** Renders pages for another brand, whose folder contains only the required fields. */
import { readSchemas } from '@meridian/contracts/call-schemas';
import { setInstance } from '@meridian/contracts/site/instance';
import type { Read } from '@meridian/contracts/site/renderer';
import { readInstanceFolder } from '@meridian/instance/folder';
import { sampleWords, secondBrandDir } from '@meridian/instance/sample';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../entry.server.tsx';

const publicUrl = 'https://kaveriskills.in';
const course = {
  id: 7,
  name: 'GST returns',
  category_name: 'Tax',
  category_seo_slug: 'tax',
  seo_slug: 'gst-returns',
  description: 'File returns on time.',
  level: 'Basic',
  image: '/media/gst.svg',
  image_title: 'A ledger',
  fee: 9_999,
  rating: 4.2,
};
const post = { id: 3, name: 'Month end', seo_slug: 'month-end', author: 'Meera Iyer', image: '/media/a.svg' };
const batch = { id: 11, start_date: '2026-12-05', end_date: '2026-12-06', fee: 9_999, day_type: 'weekend' };
/** The data of every read, as one object. */
const answer = {
  ...course,
  course: [course],
  latest_blog: [post],
  total_blog: 1,
  meta_description: 'A text',
  content: '<p>Our policy</p>',
  course_schedule: [batch],
  total_schedule: 1,
  ebook: [],
  practice_test: [],
};
const lists = ['cat_course', 'course_category', 'blog_category', 'resources_category'];

const read: Read = async (name) => ({
  status: 1,
  message: '',
  data: readSchemas[name].data.parse(lists.includes(name) ? [course] : answer),
});

const paths = [
  '/',
  '/about-us',
  '/corporate',
  '/resources',
  '/blogs',
  '/blog/month-end',
  '/contact-us',
  '/customer-speak',
  '/become-an-instructor',
  '/partner-with-us',
  '/terms-and-conditions',
  '/privacy-policy',
  '/cancellation-and-refund-policy',
  '/complaint-handling-policy',
  '/checkout',
  '/view-schedule/7',
  '/thankyou',
  '/tax/gst-returns',
  '/receipt/lost',
  '/receipt/0123456789abcdef0123456789abcdef01234567',
  '/certificate/AB12',
];

describe('pages with a second brand', () => {
  beforeEach(() => {
    // Only the server renders header and footer.
    vi.stubEnv('SSR', true);
    setInstance(readInstanceFolder(secondBrandDir, {}).instance);
  });
  afterEach(() => void vi.unstubAllEnvs());

  it.each(paths)('%s shows the name of the brand and nothing of the sample brand', async (path) => {
    const page = await render(path, {
      read,
      publicUrl,
      sales: { isOpen: true, since: '' },
      company: 'Kaveri Skills LLP, 7 Cathedral Road, Chennai 600086',
      readReceipt: async () => undefined,
      readCertificate: async () => undefined,
    });
    const document = page.head + page.html;
    expect(page.head).toMatch(/<meta property="og:image" content="https:\/\/[^"]+">/);
    expect(document.split('Kaveri Skills').length).toBeGreaterThan(3);
    expect(document.match(sampleWords)?.[0]).toBeUndefined();
    expect(document.match(/undefined|4\.9/)?.[0]).toBeUndefined();
  });

  it.each([
    ['/', /Rated by learners|In numbers|Vision|Mission|Founded in/],
    ['/about-us', /Our reach|the year in which|Vision|Mission/],
    ['/corporate', /Who trains with us|Programmes for teams/],
    ['/become-an-instructor', /Who we look for/],
    ['/contact-us', /WhatsApp|second line|wa\.me/],
    ['/view-schedule/7', /Enrolled|out of 5/],
    ['/customer-speak', /out of 5/],
  ])('%s leaves out what the brand does not set', async (path, absent) => {
    const { html } = await render(path, { read, publicUrl, sales: { isOpen: true, since: '' } });
    expect(html.match(absent)?.[0]).toBeUndefined();
  });
});
