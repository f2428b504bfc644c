import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { CatalogueScreen } from './catalogue-screen.tsx';

const page = { calls: [], courses: [], servers: 1 };

it('lists mistakes in the content with file, line and field, and says which version is on the site', async () => {
  const since = '2026-11-28T04:00:00.000Z';
  const content_faults = [
    {
      file: 'courses/csm.yaml',
      line: 31,
      field: 'fee',
      message: 'must be a number',
      effect: 'former_version',
      since,
    },
    { file: 'courses/new.yaml', line: 1, field: '', message: 'is empty', effect: 'left_out', since },
    { file: 'blog/posts/a.md', line: 3, field: 'image', message: 'names a.svg', effect: 'warning', since },
  ];
  serve(() => ({ data: { ...page, content_faults } }));
  renderFor('viewer', <CatalogueScreen />);
  const mistakes = within(await screen.findByRole('list', { name: 'Mistakes' })).getAllByRole('listitem');
  const texts = mistakes.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(
    /^courses\/csm\.yaml ?line 31 ?last valid version on the site ?fee: must be a number/,
  );
  expect(texts[1]).toMatch(/not on the site ?is empty ?since Sat 28 Nov 2026, 9:30 am IST$/);
  expect(texts[2]).toContain('on the site');
});

it.each([
  [[], 'No mistakes in the content.'],
  [null, /does not report mistakes in its content/],
])('says if there are no mistakes, and if they are unknown', async (content_faults, text) => {
  serve(() => ({ data: { ...page, content_faults } }));
  renderFor('viewer', <CatalogueScreen />);
  expect(await screen.findByText(text)).toBeInTheDocument();
});
