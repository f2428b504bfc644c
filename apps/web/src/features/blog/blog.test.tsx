import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, ok, openSite, refused } from '../../testing/site.tsx';

interface Request {
  offset: number;
  search_val: string;
  category_id: number;
}

const post = (id: number, name = `Post ${id}`) => ({
  id,
  name,
  image: `/media/${id}.svg`,
  image_title: '',
  seo_slug: `post-${id}`,
  author: 'Devika Menon',
  published: '2026-05-18',
});

const posts = (count: number, from = 1) => Array.from({ length: count }, (_, index) => post(from + index));
const list = (latest_blog: object[], total_blog = latest_blog.length) => ok({ latest_blog, total_blog });
const blog_category = ok([
  { id: 3, name: 'SAFe' },
  { id: 4, name: 'Kanban' },
]);

const openList = (blog: Answers['blog'], answers: Answers = {}) =>
  openSite('/blogs', { blog_category, blog, ...answers });

const shown = () => screen.queryAllByRole('article').length;

describe('the list of posts', () => {
  it('has a card for each post, with picture, author, date and link', async () => {
    await openList(list([post(12, 'A Tuesday with a train')]));
    expect(screen.getByRole('heading', { name: 'Latest Posts' })).toBeInTheDocument();
    const card = await screen.findByRole('article');
    expect(card).toHaveTextContent('A Tuesday with a train');
    expect(card).toHaveTextContent('By Devika Menon · 18 May 2026');
    expect(card.querySelector('img')).toHaveAttribute('src', '/media/12.svg');
    expect(within(card).getByRole('link', { name: /^View Detail/ })).toHaveAttribute('href', '/blog/post-12');
  });

  it('offers the categories', async () => {
    await openList(list(posts(1)));
    await screen.findByRole('option', { name: 'Kanban' });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Select categories',
      'SAFe',
      'Kanban',
    ]);
  });

  it.each([[ok([])], [refused], [undefined]])(
    'shows a message if there are no categories (%#)',
    async (answer) => {
      await openList(list(posts(1)), { blog_category: answer });
      expect(await screen.findByRole('option', { name: 'No data available' })).toBeInTheDocument();
    },
  );

  it('shows a message and no filters if there are no posts', async () => {
    await openList(list([]));
    expect(await screen.findByText('No blog posts found.')).toBeInTheDocument();
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Latest Posts' })).not.toBeInTheDocument();
  });

  it('is filtered by search and category together, starting at the first page each time', async () => {
    const requests: Request[] = [];
    await openList((request: Request) => {
      requests.push(request);
      return list(posts(12, request.offset + 1), 30);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'View More' }));
    await waitFor(() => expect(shown()).toBe(24));
    const search = screen.getByLabelText('Search the blog');
    // One event for each change: on a busy machine, keys could be further apart than the debounce.
    fireEvent.input(search, { target: { value: 'flow' } });
    await waitFor(() => expect(shown()).toBe(12));
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Kanban');
    await waitFor(() => expect(requests).toHaveLength(4));
    fireEvent.input(search, { target: { value: '' } });
    const all: HTMLOptionElement = screen.getByRole('option', { name: 'Select categories' });
    fireEvent.change(screen.getByLabelText('Category'), { target: { value: all.value } });
    await waitFor(() => expect(requests).toHaveLength(5));
    await waitFor(() => expect(shown()).toBe(12));
    expect(requests).toEqual([
      { offset: 0, search_val: '', category_id: 0 },
      { offset: 12, search_val: '', category_id: 0 },
      { offset: 0, search_val: 'flow', category_id: 0 },
      { offset: 0, search_val: 'flow', category_id: 4 },
      { offset: 0, search_val: '', category_id: 0 },
    ]);
  });

  it('grows by 12 with View More until all posts are shown', async () => {
    await openList((request: Request) =>
      request.offset === 0 ? list(posts(12), 14) : list(posts(2, 13), 14),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'View More' }));
    await waitFor(() => expect(shown()).toBe(14));
    await waitFor(() => expect(screen.getAllByRole('article')[12]).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'View More' })).not.toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('keeps the loaded posts if further posts fail to load (%#)', async (answer, text) => {
    await openList((request: Request) => {
      if (request.offset === 0) return list(posts(12), 14);
      if (!answer) throw new TypeError('No answer');
      return answer;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'View More' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(shown()).toBe(12);
  });

  it('never shows the response to an earlier filter', async () => {
    let answerFirst: () => void = () => undefined;
    await openList((request: Request) => {
      if (request.search_val !== 'slow') return list([post(1, request.search_val || 'Everything')]);
      return new Promise((resolve) => {
        answerFirst = () => resolve(list([post(2, 'Too late')]));
      });
    });
    const search = screen.getByLabelText('Search the blog');
    await screen.findByText('Everything');
    await userEvent.type(search, 'slow');
    await waitFor(() => expect(shown()).toBe(0));
    await userEvent.clear(search);
    await userEvent.type(search, 'quick');
    expect(await screen.findByRole('heading', { name: 'quick' })).toBeInTheDocument();
    answerFirst();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText('Too late')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'quick' })).toBeInTheDocument();
  });

  it('clears the filters with Show all posts if no posts match', async () => {
    await openList((request: Request) => list(request.search_val ? [] : posts(3)));
    await screen.findByRole('option', { name: 'Kanban' });
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Kanban');
    await userEvent.type(screen.getByLabelText('Search the blog'), 'nothing');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all posts' }));
    await waitFor(() => expect(shown()).toBe(3));
    expect(screen.getByLabelText('Search the blog')).toHaveValue('');
    expect(screen.getByLabelText('Category')).toHaveDisplayValue('Select categories');
  });

  it('shows Loading... until it is loaded', async () => {
    await openList(() => new Promise(() => undefined));
    expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openList(answer);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each([[refused], [undefined]])('can be requested again after it failed to load (%#)', async (answer) => {
    let tries = 0;
    await openList(() => {
      tries += 1;
      if (tries > 1) return list(posts(2));
      if (!answer) throw new TypeError('No answer');
      return answer;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown()).toBe(2));
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('a post', () => {
  const blog_detail = ok({
    ...post(12, 'A Tuesday with a train'),
    image_title: 'A driver with a task board',
    description: '<h2>Morning</h2><p>Read the <em>board</em>.</p>',
    meta_title: 'What a train engineer does',
    meta_description: 'One day.',
  });

  it('shows title, author, date, picture, text as HTML, share links and the query form', async () => {
    await openSite('/blog/post-12', { blog_detail });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('A Tuesday with a train');
    expect(screen.getByText(/^By Devika Menon/)).toHaveTextContent('18 May 2026');
    expect(screen.getByRole('img', { name: 'A driver with a task board' })).toBeInTheDocument();
    expect(screen.getByText('board', { selector: 'em' })).toBeInTheDocument();
    const share = within(screen.getByRole('list', { name: 'Share this post' }));
    for (const [name, address] of [
      ['Share on LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?url='],
      ['Share on X', 'https://x.com/intent/post?url='],
      ['Share on Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
    ] as const) {
      const href = share.getByRole('link', { name }).getAttribute('href') ?? '';
      expect(href).toContain(`${address}${encodeURIComponent(`${location.origin}/blog/post-12`)}`);
    }
    const form = within(
      screen.getByRole('heading', { name: 'Have any Queries? Get in Touch' }).parentElement as HTMLElement,
    );
    for (const label of ['First Name', 'Last Name', 'Email', 'Phone Number', 'Comment']) {
      expect(form.getByRole('textbox', { name: label })).toBeInTheDocument();
    }
  });

  it('sends a query with its title', async () => {
    const sent: Record<string, unknown>[] = [];
    vi.stubGlobal('fetch', async (request: Request & globalThis.Request) => {
      sent.push(await request.clone().json());
      return Response.json({ status: 1, message: 'We have your query', data: {} });
    });
    await openSite('/blog/post-12', { blog_detail });
    for (const label of ['First Name', 'Last Name', 'Phone Number', 'Comment']) {
      await userEvent.click(await screen.findByRole('textbox', { name: label }));
      await userEvent.paste('Asha');
    }
    await userEvent.click(screen.getByRole('textbox', { name: 'Email' }));
    await userEvent.paste('asha@example.in');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('We have your query')).toBeInTheDocument();
    expect(sent[0]).toMatchObject({
      blog_id: 12,
      blog_name: 'A Tuesday with a train',
      blog_url: '/blog/post-12',
    });
  });

  it('shows Loading... until it is loaded', async () => {
    await openSite('/blog/post-12', { blog_detail: () => new Promise(() => undefined) });
    expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openSite('/blog/post-12', { blog_detail: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
