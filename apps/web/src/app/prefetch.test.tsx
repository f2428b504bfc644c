import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Answers, ok, openSite, refused } from '../testing/site.tsx';

const post = { id: 1, name: 'A post', image: '', seo_slug: 'p', author: 'A', published: '' };

/** Opens a page with links. @returns the calls that are made afterwards */
async function openContact(blog = ok({ latest_blog: [post], total_blog: 1 })): Promise<string[]> {
  const requested: string[] = [];
  const note = (name: string, answer: typeof blog) => () => {
    requested.push(name);
    return answer;
  };
  const answers: Answers = { blog: note('blog', blog), blog_category: note('blog_category', ok([])) };
  await openSite('/contact-us', answers, ['/blogs']);
  requested.length = 0;
  return requested;
}

const blogs = () => screen.getAllByRole('link', { name: 'Blogs' })[0] as HTMLElement;

it('a page is prefetched on hover, and shown immediately on click', async () => {
  const requested = await openContact();
  await userEvent.hover(blogs());
  await waitFor(() => expect(requested).toEqual(['blog', 'blog_category']));
  await userEvent.click(blogs());
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'A post' })).toBeInTheDocument();
  expect(requested).toEqual(['blog', 'blog_category']);
});

it('a page is prefetched when its link gets the focus', async () => {
  const requested = await openContact();
  blogs().focus();
  await waitFor(() => expect(requested).toEqual(['blog', 'blog_category']));
});

it('a page is prefetched by links that only the server renders', async () => {
  const requested = await openContact();
  const footer = within(screen.getByRole('contentinfo'));
  await userEvent.hover(footer.getByRole('link', { name: 'Blogs' }));
  await waitFor(() => expect(requested).toEqual(['blog', 'blog_category']));
});

it('a page is not prefetched if the pointer only passes over its link, or with Save-Data', async () => {
  const requested = await openContact();
  fireEvent.pointerEnter(blogs());
  fireEvent.pointerEnter(screen.getAllByRole('link', { name: 'Contact Us' })[0] as HTMLElement);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requested).toEqual([]);
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
  blogs().focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requested).toEqual([]);
});

it('a failed prefetch shows an error only after the navigation', async () => {
  const requested = await openContact(refused);
  await userEvent.hover(blogs());
  await waitFor(() => expect(requested).toContain('blog'));
  expect(screen.queryByText('Failed to load content')).not.toBeInTheDocument();
  await userEvent.click(blogs());
  expect((await screen.findAllByText('Failed to load content')).length).toBeGreaterThan(0);
});
