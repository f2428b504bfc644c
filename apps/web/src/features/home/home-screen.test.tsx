import { instance } from '@meridian/contracts/site/instance';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok, openSite, refused } from '../../testing/site.tsx';

const longText = `${'a'.repeat(99)}🎓 and more words after it`;

const home = ok({
  trusted_by: [{ id: 1, image: '/media/a.svg', name: 'Acme Mills' }],
  expert: [{ id: 1, name: 'Kavya', designation: 'Trainer', description: longText, image: '' }],
  testimonials: [
    {
      id: 1,
      name: 'Ananya',
      designation: 'Scrum Master',
      description: 'Short and clear.',
      rating: 5,
      image: '',
      linkedin_url: '',
    },
  ],
  course: [
    {
      name: 'Leading SAFe',
      category_name: 'SAFe',
      category_seo_slug: 'safe',
      seo_slug: 'safe-agilist-certification',
      image: '',
      image_title: '',
      description: '',
      level: 'Beginner',
      training_days: 2,
      learners_enrolled: 4200,
      rating: null,
      fee: 24999,
      discount_fee: 18999,
      next_batch_date: '2026-12-05',
    },
    {
      name: '',
      category_name: '',
      category_seo_slug: 'x',
      seo_slug: 'y',
      image: '',
      image_title: '',
      description: '',
      level: '',
      training_days: 0,
      learners_enrolled: 0,
      rating: null,
      fee: null,
      discount_fee: null,
      next_batch_date: '',
    },
  ],
});

describe('the home page', () => {
  it('leaves out sections without content', async () => {
    await openSite('/', { home: ok({ trusted_by: [], expert: [], testimonials: [], course: [] }) });
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('heading', { name: 'About Us' })).toBeInTheDocument();
    for (const name of ['Trusted By', 'Popular Courses', 'Our Expert Trainers', 'Testimonials'])
      expect(main.queryByRole('heading', { name })).not.toBeInTheDocument();
    expect(await main.findByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact-us');
    expect(main.queryByRole('link', { name: 'All Courses' })).not.toBeInTheDocument();
    expect(main.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows banner, badge, logos, courses, numbers, trainers, testimonials, vision and mission', async () => {
    await openSite('/', { home });
    expect(screen.getByRole('link', { name: 'All Courses' })).toHaveAttribute('href', '#popular-courses');
    const { rating } = instance().claims;
    expect(screen.getByText(`${rating?.value}/5`)).toBeInTheDocument();
    expect(screen.getByText(`${rating?.reviews}`)).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Popular Courses' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Trusted By' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Acme Mills' })).toBeInTheDocument();
    for (const [value, label] of [
      ['5000+', 'People trained'],
      ['20', 'Countries'],
      ['99%', 'Certification pass rate'],
      ['23+', 'Years of experience'],
    ] as const) {
      expect(screen.getByText(label).parentElement?.textContent?.replace(label, '')).toBe(value);
    }
    for (const name of ['Our Expert Trainers', 'Testimonials', 'About Us', 'Vision', 'Mission']) {
      expect(screen.getByRole('heading', { name })).toBeInTheDocument();
    }
  });

  it('shows the key facts on a card, with fallback texts', async () => {
    await openSite('/', { home });
    const card = (await screen.findByRole('link', { name: 'Leading SAFe' })).closest(
      'article',
    ) as HTMLElement;
    expect(card).toHaveTextContent('SA');
    expect(card).toHaveTextContent('Next batch Sat 5 Dec 2026');
    expect(card).toHaveTextContent('₹18,999');
    expect(card).toHaveTextContent('₹24,999');
    expect(within(card).getByRole('link')).toHaveAttribute('href', '/safe/safe-agilist-certification');
    expect(screen.getByRole('link', { name: 'Course name not available' })).toBeInTheDocument();
    expect(screen.getByText('Course category not available')).toBeInTheDocument();
    expect(screen.getAllByText('Course Image not available')).toHaveLength(2);
  });

  it('truncates long texts after 100 characters, between code points, and shows them in full after Read more', async () => {
    await openSite('/', { home });
    expect(await screen.findByText(`${'a'.repeat(99)}🎓…`)).toBeInTheDocument();
    expect(screen.getByText('Short and clear.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Read more about Kavya' }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Kavya' })).getByText(longText),
    ).toBeInTheDocument();
  });

  it('is also at /home', async () => {
    await openSite('/home', { home });
    expect(await screen.findByRole('heading', { name: 'Popular Courses' })).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('keeps its static parts if the content fails to load (%#)', async (answer, text) => {
    await openSite('/', { home: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  });

  it('shows Loading... until the content is loaded', async () => {
    await openSite('/', { home: () => new Promise(() => undefined) });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
  });
});
