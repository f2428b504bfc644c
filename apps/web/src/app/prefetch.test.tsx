import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answers, ok, openSite, refused } from '../test-site.tsx';

const post = { id: 1, name: 'A post', image: '', seo_slug: 'p', author: 'A', published: '' };

/** Opens a page with links to others. @returns the calls that are read from now on */
async function openContact(blog = ok({ latest_blog: [post], total_blog: 1 })): Promise<string[]> {
  const asked: string[] = [];
  const note = (name: string, answer: typeof blog) => () => {
    asked.push(name);
    return answer;
  };
  const answers: Answers = { blog: note('blog', blog), blog_category: note('blog_category', ok([])) };
  await openSite('/contact-us', answers, ['/blogs']);
  asked.length = 0;
  return asked;
}

const blogs = () => screen.getAllByRole('link', { name: 'Blogs' })[0] as HTMLElement;

afterEach(() => vi.unstubAllGlobals());

it('a page is read when the pointer is on its link, and shows at the click', async () => {
  const asked = await openContact();
  await userEvent.hover(blogs());
  await waitFor(() => expect(asked).toEqual(['blog', 'blog_category']));
  await userEvent.click(blogs());
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'A post' })).toBeInTheDocument();
  expect(asked).toEqual(['blog', 'blog_category']);
});

it('is read when the keyboard has come to its link', async () => {
  const asked = await openContact();
  blogs().focus();
  await waitFor(() => expect(asked).toEqual(['blog', 'blog_category']));
});

it('is not read where the pointer only passes, or for who saves data', async () => {
  const asked = await openContact();
  fireEvent.pointerEnter(blogs());
  fireEvent.pointerEnter(screen.getAllByRole('link', { name: 'Contact Us' })[0] as HTMLElement);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toEqual([]);
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
  blogs().focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toEqual([]);
});

it('that could not be read says so only to who goes there', async () => {
  const asked = await openContact(refused);
  await userEvent.hover(blogs());
  await waitFor(() => expect(asked).toContain('blog'));
  expect(screen.queryByText('Failed to load content')).not.toBeInTheDocument();
  await userEvent.click(blogs());
  expect((await screen.findAllByText('Failed to load content')).length).toBeGreaterThan(0);
});
