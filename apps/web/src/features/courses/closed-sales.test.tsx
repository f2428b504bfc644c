/** Pages of a course while sales are closed: dates, prices and an enquiry. */
import { batch } from '@meridian/contracts/site/schedule/batch';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';
import { courseWith } from './testing.ts';

beforeEach(() => document.head.insertAdjacentHTML('beforeend', '<meta name="sales" content="closed">'));
afterEach(() => document.head.querySelector('meta[name="sales"]')?.remove());

const december = batch.parse({
  id: 1,
  start_date: '2099-12-05',
  end_date: '2099-12-06',
  start_time: '09:00',
  end_time: '13:30',
  fee: 24_999,
  discount_fee: 18_999,
});
const path = '/safe/safe-agilist-certification';
const home = ok({ trusted_by: [], expert: [], testimonials: [], course: [] });

const expectNoSale = () => {
  expect(screen.queryByText(/^Enroll/)).not.toBeInTheDocument();
  expect(document.querySelector('a[href^="/checkout"]')).not.toBeInTheDocument();
};

it('a course shows dates and prices, and all its buttons link to the enquiry form', async () => {
  await openSite(path, { home, course_details: ok(courseWith({ upcoming_batches: [december] })) });
  await waitFor(() => expect(document.querySelector('h1')).toBeInTheDocument());
  expectNoSale();
  const links = screen.getAllByRole('link', { name: /^Enquire/ });
  // The links of the fee card, the class card, the date and the bar of narrow screens.
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(4).fill(`${path}#advisor`));
  expect(document.getElementById('advisor')).toContainElement(screen.getByLabelText('Full Name'));
  expect(screen.getAllByText('₹18,999').length).toBeGreaterThan(0);
  expect(
    within(screen.getByRole('region', { name: 'Dates and prices' })).getByText(/5 Dec 2099/),
  ).toBeVisible();
});

it('a schedule links to the enquiry form of its course', async () => {
  const course_schedule = ok({
    id: 101,
    name: 'Leading SAFe',
    category_seo_slug: 'safe',
    seo_slug: 'safe-agilist-certification',
    total_schedule: 1,
    course_schedule: [december],
  });
  await openSite('/view-schedule/101', { course_schedule });
  expect(await screen.findByRole('link', { name: /^Enquire/ })).toHaveAttribute('href', `${path}#advisor`);
  expectNoSale();
  expect(screen.getByText(/18,999/)).toBeInTheDocument();
});
