import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok, openSite, refused } from '../../testing/site.tsx';

const learner = (id: number, name: string, description: string) => ({
  id,
  name,
  designation: 'Scrum Master',
  description,
  rating: 5,
  image: '/media/a.svg',
  linkedin_url: 'https://www.linkedin.com/in/example',
});
const longText = `${'b'.repeat(99)}🎓 and what came after`;

const customer_speak = ok({
  our_customers_saying: [learner(1, 'Ananya', longText)],
  hear_from_our_customers: [
    { id: 1, title: 'One year on', youtube_url: 'https://youtu.be/Zp4_nT9wHc8?t=3' },
    { id: 2, title: 'No link', youtube_url: 'javascript:alert(1)' },
  ],
  share_your_experience: [learner(2, 'Rohan', `${longText} for me`)],
});

describe('customer speak', () => {
  it('has a carousel of learners, videos with thumbnails, and experiences', async () => {
    await openSite('/customer-speak', { customer_speak });
    const slides = await screen.findByRole('region', { name: 'Hear from Our Certified Professionals' });
    expect(slides).toHaveTextContent('Ananya');
    expect(slides).toHaveTextContent('Scrum Master');
    expect(within(slides).getByRole('img', { name: 'Rated 5 out of 5' })).toBeInTheDocument();
    expect(within(slides).getByRole('link', { name: /LinkedIn/ })).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/example',
    );
    const video = screen.getByRole('link', { name: /One year on/ });
    expect(video).toHaveAttribute('href', 'https://youtu.be/Zp4_nT9wHc8?t=3');
    expect(video).toHaveAttribute('target', '_blank');
    expect(video.querySelector('img')).toHaveAttribute(
      'src',
      'https://i.ytimg.com/vi/Zp4_nT9wHc8/hqdefault.jpg',
    );
    expect(screen.queryByText('No link')).not.toBeInTheDocument();
    expect(screen.getByText('Rohan')).toBeInTheDocument();
  });

  it('shows the full text after Read more', async () => {
    await openSite('/customer-speak', { customer_speak });
    expect(await screen.findAllByText(`${'b'.repeat(99)}🎓…`)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Read more about Rohan' }));
    const modal = await screen.findByRole('dialog', { name: 'Rohan' });
    expect(modal).toHaveTextContent(`${longText} for me`);
  });

  it('leaves out empty sections, and the section of videos if no video has a valid link', async () => {
    await openSite('/customer-speak', {
      customer_speak: ok({
        our_customers_saying: [],
        hear_from_our_customers: [{ id: 2, title: 'No link', youtube_url: 'javascript:alert(1)' }],
        share_your_experience: [learner(2, 'Rohan', longText)],
      }),
    });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Customer Speak');
    expect(
      screen.queryByRole('heading', { name: 'Hear from Our Certified Professionals' }),
    ).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Hear from our customers' })).not.toBeInTheDocument();
    expect(screen.getByText('Rohan')).toBeInTheDocument();
  });

  it('shows a message and no ratings if there are no testimonials', async () => {
    await openSite('/customer-speak', {
      customer_speak: ok({
        our_customers_saying: [],
        hear_from_our_customers: [],
        share_your_experience: [],
      }),
    });
    expect(await screen.findByText('No testimonials yet.')).toBeInTheDocument();
    expect(screen.queryByText(/\/5/)).not.toBeInTheDocument();
  });

  it('shows Loading... until it is loaded', async () => {
    await openSite('/customer-speak', { customer_speak: () => new Promise(() => undefined) });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openSite('/customer-speak', { customer_speak: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
