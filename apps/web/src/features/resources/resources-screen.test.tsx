import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, ok, openSite, refused } from '../../testing/site.tsx';

interface Request {
  resources_category_id: number;
  search_val: string;
}

const resource = (id: number, name: string) => ({
  id,
  name,
  category_name: 'Scrum',
  image: `/media/${id}.svg`,
});
const library = ok({ ebook: [resource(4, 'Pocket Book')], practice_test: [resource(9, 'CSM Test')] });
const resources_category = ok([
  { id: 1, name: 'Scrum' },
  { id: 2, name: 'SAFe' },
]);

const openLibrary = (Resources: Answers['Resources'], answers: Answers = {}) =>
  openSite('/resources', { resources_category, Resources, ...answers });

describe('the library', () => {
  it('shows e-books and practice tests with name, category and picture', async () => {
    await openLibrary(library);
    for (const [title, name, image] of [
      ['E-Books', 'Pocket Book', '/media/4.svg'],
      ['Practice Test Courses', 'CSM Test', '/media/9.svg'],
    ] as const) {
      const item = within(await screen.findByRole('region', { name: title })).getByRole('listitem');
      expect(item).toHaveTextContent(name);
      expect(item).toHaveTextContent('Scrum');
      expect(item.querySelector('img')).toHaveAttribute('src', image);
    }
  });

  it('is filtered by search and category together, and Clear resets both', async () => {
    const requests: Request[] = [];
    await openLibrary((request: Request) => {
      requests.push(request);
      return library;
    });
    const search = screen.getByLabelText('Search the library');
    await userEvent.click(await screen.findByRole('radio', { name: 'SAFe' }));
    // One event: on a busy machine, keys could be further apart than the debounce.
    fireEvent.input(search, { target: { value: 'book' } });
    await waitFor(() => expect(requests).toHaveLength(3));
    expect(requests).toEqual([
      { resources_category_id: 0, search_val: '' },
      { resources_category_id: 2, search_val: '' },
      { resources_category_id: 2, search_val: 'book' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(search).toHaveValue('');
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(await screen.findByText('Pocket Book')).toBeInTheDocument();
  });

  it('shows a message and no filters if it is empty', async () => {
    await openLibrary(ok({ ebook: [], practice_test: [] }), { resources_category: ok([]) });
    expect(await screen.findByText('No Resource available.')).toBeInTheDocument();
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 2, name: 'E-Books' })).not.toBeInTheDocument();
  });

  it('shows a message and the filters if a search finds nothing', async () => {
    await openLibrary(({ search_val }: Request) =>
      search_val === '' ? library : ok({ ebook: [], practice_test: [] }),
    );
    await userEvent.type(await screen.findByLabelText('Search the library'), 'none');
    expect(await screen.findByText('No Resource available.')).toBeInTheDocument();
    expect(screen.getByLabelText('Search the library')).toHaveValue('none');
  });

  it('shows Loading... until it is loaded', async () => {
    await openLibrary(() => new Promise(() => undefined));
    expect(within(screen.getByRole('main')).getAllByText('Loading...').length).toBeGreaterThan(0);
  });

  it.each([
    [refused, 'Failed to load resources content'],
    [undefined, 'An error occurred while fetching resources'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openLibrary(answer);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('a download', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([
    ['Pocket Book', 'Download E-Book', { resources_id: 4, ebook_name: 'Pocket Book' }],
    ['CSM Test', 'Download Practice Test', { resources_id: 9, practice_test_course_name: 'CSM Test' }],
  ])(
    'of %s opens a modal, which closes after a success and starts the download',
    async (name, title, context) => {
      const sent: Record<string, unknown>[] = [];
      vi.stubGlobal('fetch', async (request: globalThis.Request) => {
        sent.push(await request.clone().json());
        return Response.json({ status: 1, message: 'Here it is', data: { file_url: '/media/files/a.pdf' } });
      });
      const followed: string[] = [];
      await openLibrary(library);
      await userEvent.click(await screen.findByRole('button', { name }));
      const modal = await screen.findByRole('dialog', { name: title });
      const cancel = new Event('cancel', { cancelable: true });
      modal.dispatchEvent(cancel);
      expect(cancel.defaultPrevented).toBe(true);
      for (const label of ['First Name', 'Last Name', 'Phone Number']) {
        await userEvent.click(within(modal).getByRole('textbox', { name: label }));
        await userEvent.paste('Asha');
      }
      await userEvent.click(within(modal).getByRole('textbox', { name: 'Email' }));
      await userEvent.paste('asha@example.in');
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        followed.push(this.getAttribute('href') ?? '');
      });
      await userEvent.click(within(modal).getByRole('button', { name: title }));
      expect(await screen.findByText('Here it is')).toBeInTheDocument();
      expect(modal).not.toHaveAttribute('open');
      expect(followed).toEqual(['/media/files/a.pdf']);
      expect(sent[0]).toMatchObject({ ...context, page_url: location.href });
    },
  );

  it('can be closed by its close icon', async () => {
    await openLibrary(library);
    await userEvent.click(await screen.findByRole('button', { name: 'Pocket Book' }));
    const modal = await screen.findByRole('dialog', { name: 'Download E-Book' });
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(modal).not.toHaveAttribute('open'));
  });
});
