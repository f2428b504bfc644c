import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { CouponsScreen } from './coupons-screen.tsx';

const confirm = '0'.repeat(16);
const file = (content: BlobPart) => new File([content], 'coupons.csv', { type: 'text/csv' });
const counts = { created: 2, changed: 0, unchanged: 0 };

async function openImport(): Promise<void> {
  renderFor('finance', <CouponsScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
}
const choose = (content: BlobPart) => userEvent.upload(screen.getByLabelText('File (CSV)'), file(content));

it('previews the changes of a file, imports it, and lists the import with an undo', async () => {
  let imports: object[] = [];
  const requested = serve(({ path, method }) => {
    if (path.endsWith('/preview'))
      return { data: { done: '2 coupons created.', confirm, faults: [], ...counts } };
    if (method === 'GET') return { data: path.startsWith('/imports') ? imports : [] };
    imports = [{ id: 'import-1', rows: 2, imported_at: '2026-11-28T04:00:00.000Z' }];
    return { data: { done: '2 coupons created.', import: { id: 'import-1', ...counts } } };
  });
  await openImport();
  await choose('\uFEFFcode,percent\nA10,10\nB20,20');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('2 coupons created.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Import coupons' }));
  await userEvent.click(await screen.findByText('Imports: 1'));
  await userEvent.click(within(screen.getByRole('list', { name: 'Imports' })).getByRole('button'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
  const sent = requested.filter(({ method, path }) => method === 'POST' && !path.endsWith('/preview'));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/actions/coupons.import', { csv: 'code,percent\nA10,10\nB20,20', confirm }],
    ['/actions/coupons.undo-import', { id: 'import-1' }],
  ]);
});

it('lists errors by line, and offers no import', async () => {
  const faults = [{ line: 3, column: 'percent', message: 'Enter a number from 1 to 99.' }];
  serve(({ path }) => ({
    data: path.endsWith('/preview') ? { done: '1 fault: correct the file.', confirm, faults, ...counts } : [],
  }));
  await openImport();
  await choose('code,percent\nA10,10\nB20,200');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Line 3, percent: Enter a number from 1 to 99.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Import coupons' })).toBeNull();
});

it('says that a file in another encoding cannot be read', async () => {
  serve(() => ({ data: [] }));
  await openImport();
  await choose(new Uint8Array([99, 111, 0xe9]));
  expect(await screen.findByText(/Save it as "CSV UTF-8"/)).toBeVisible();
});
