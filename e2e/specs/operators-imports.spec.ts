/** Imports of files in the console: coupons with an error, coupons without, the undo, and opt-outs. */
import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/console.ts';
import { enrol, expectAccessible } from '../support/console-operator.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const csv = (text: string) => ({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('console: files are imported after a preview, and an import is undone', { tag: nightly }, async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await enrol(page, `importer-${Date.now()}@example.com`);
  await page.goto(`${stackAddresses.consoleUrl}/coupons`);
  const dialog = page.getByRole('dialog');
  const code = `E2E-${Date.now()}`;
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByLabel('File (CSV)').setInputFiles(csv(`code,percent\n${code},100`));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Errors' })).toContainText(
    'Line 2, percent: Enter a number from 1 to 99',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('File (CSV)').setInputFiles(csv(`code,percent\n${code},10`));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('1 coupon created, 0 changed, 0 unchanged.');
  await dialog.getByRole('button', { name: 'Import coupons' }).click();
  const coupons = page.getByRole('list', { name: 'Coupons' });
  await expect(coupons).toContainText(code);
  await page.getByText(/^Imports: /).click();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Imports' }).getByRole('button').first().click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(coupons).not.toContainText(code);

  await page.goto(`${stackAddresses.consoleUrl}/mails`);
  await page.getByRole('button', { name: 'Import opt-outs' }).click();
  await dialog.getByLabel('File (CSV)').setInputFiles(csv(`email\n${code}@example.com`));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('1 opt-out created');
  await dialog.getByRole('button', { name: 'Import opt-outs' }).click();
  await page.getByText(/^Imports: /).click();
  await expect(page.getByRole('list', { name: 'Imports' })).toContainText('1 line');
  expect(complaints).toEqual([]);
});
