import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, describe, expect, it } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { storePdf } from '../../enrolment/documents/files.ts';
import { issueDocuments } from '../../enrolment/documents/issue-document.ts';
import { requestInvoice } from '../../enrolment/documents/request-documents.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { exportFolder } from './export-folder.ts';
import { listExported, listLeft } from './exported-tables.ts';
import { readColumns } from './table-columns.ts';
import type { ExportManifest } from './write-export.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 3 });
await migrate(database);
const parent = await mkdtemp(join(tmpdir(), 'export-'));
afterAll(async () => {
  await database.destroy();
  await rm(parent, { recursive: true });
});
const columns = await readColumns(database);

let number = 0;
async function runExport(options: Partial<Parameters<typeof exportFolder>[1]> = {}) {
  number += 1;
  const folder = join(parent, String(number));
  const manifest = await exportFolder(database, { folder, onComplete: async () => undefined, ...options });
  return { folder, manifest, read: (path: string) => readFile(join(folder, path), 'utf8') };
}
const rowsOf = (csv: string) => Papa.parse<Record<string, string>>(csv.trim(), { header: true }).data;

async function insertLead(name: string, at = 'now()'): Promise<void> {
  await sql`
    insert into leads (id, endpoint, form, body_hash, email, "values", page_url, forward_state, crm_state, sent_from, received_at)
    values (gen_random_uuid(), 'form', 'contact_us', 'body-hash', 'asha@example.com',
      ${JSON.stringify({ full_name: name, phone_number: '+91 98450 00000', course_name: 'CSM' })}, '/', 'saved', 'none',
      'secret-sender', ${sql.raw(at)})`.execute(database);
}

describe('an export', () => {
  it('includes each table, or has a reason why it is left out', () => {
    const names = [...new Set(columns.map(({ table }) => table))];
    const listed = [...listExported(), ...listLeft()].map(([table]) => table);
    expect(listed.toSorted()).toEqual(names.toSorted());
    for (const [table, { key, hidden = [] }] of listExported()) {
      const ofTable = columns.filter((column) => column.table === table).map(({ name }) => name);
      expect(ofTable).toEqual(expect.arrayContaining([...key, ...hidden]));
    }
  });

  /** Columns that are not secrets, although their names suggest it. */
  const harmless = /^(?:address_key|email_key|payment_key|sha256|hash|two_factor_enabled|input_hash)$/;

  it('has no column that may hold a secret', () => {
    const suspicious = listExported().flatMap(([table, { hidden = [] }]) =>
      columns
        .filter((column) => column.table === table && !hidden.includes(column.name))
        .filter(({ name }) => /token|secret|password|code$|otp|hash|_key|busy|claimed|from$/.test(name))
        .filter(({ name }) => !harmless.test(name))
        .map(({ name }) => `${table}.${name}`),
    );
    expect(suspicious.toSorted()).toEqual([
      'coupons.code',
      'document_requests.issue_from',
      'orders.coupon_code',
      'sale_terms.valid_from',
    ]);
  });

  it('has a manifest with size, rows and hash of every file, and files that only their owner can read', async () => {
    await insertLead('Asha Nair');
    const { folder, manifest } = await runExport();
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = await readFile(join(folder, path));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect((await stat(join(folder, path))).mode & 0o077).toBe(0);
    }
    const written = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(written.length).toBe(manifest.files.length + 1);
    const stored = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ExportManifest;
    expect(stored).toEqual(manifest);
    expect(manifest.files.find(({ path }) => path === 'people/leads.csv')?.rows).toBeGreaterThan(0);
    await database.deleteFrom('leads').execute();
  });

  it('has a CSV file of leads with escaped formulas, and their nested columns as JSON Lines', async () => {
    await insertLead('=HYPERLINK("https://evil.example")\n"Asha", Nair');
    const { read } = await runExport();
    const csv = await read('people/leads.csv');
    expect(rowsOf(csv)).toMatchObject([
      {
        email: 'asha@example.com',
        name: `'=HYPERLINK("https://evil.example")\n"Asha", Nair`,
        phone: "'+91 98450 00000",
        course: 'CSM',
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/),
        erased_at: '',
      },
    ]);
    expect(csv).not.toMatch(/secret-sender|body-hash/);
    const [line = ''] = (await read('people/leads.jsonl')).split('\n');
    expect(JSON.parse(line)).toMatchObject({
      id: rowsOf(csv)[0]?.id,
      values: { phone_number: '+91 98450 00000' },
    });
    await database.deleteFrom('leads').execute();
  });

  it('has orders without receipt links, and documents with their PDFs', async () => {
    const jobs = { enqueue: async () => undefined };
    const orderId = await insertPaidOrder(database);
    await database
      .transaction()
      .execute((transaction) =>
        requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() }),
      );
    const [invoice = ''] = await issueDocuments(
      { database, jobs, supplier, prefix: 'MA', issue: 'payment' },
      orderId,
    );
    const before = await runExport();
    expect(rowsOf(await before.read('documents/documents.csv'))).toMatchObject([
      { number: invoice, pdf: '' },
    ]);
    await storePdf({ database, jobs, eInvoice: false }, invoice);
    const token = 'c0ffee'.repeat(6);
    await database.updateTable('orders').set({ receipt_token: token }).execute();
    const { folder, read, manifest } = await runExport();
    const [row] = rowsOf(await read('documents/documents.csv'));
    expect(row).toMatchObject({ number: invoice, total_paise: '4483764' });
    const pdf = await readFile(join(folder, row?.pdf ?? ''));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const [fileRow] = rowsOf(await read('documents/pdf-files.csv'));
    expect(manifest.files.find(({ path }) => path === row?.pdf)?.sha256).toBe(fileRow?.sha256);
    for (const { path } of manifest.files)
      expect((await readFile(join(folder, path))).includes(token)).toBe(false);
  });

  it('joins the chunks of an uploaded file', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    await sql`insert into lead_files (id, name, type) values (${id}, '../../cv.pdf', 'application/pdf')`.execute(
      database,
    );
    await sql`insert into lead_file_chunks values (${id}, 1, 'world'), (${id}, 0, 'hello ')`.execute(
      database,
    );
    const { read } = await runExport();
    expect(await read(`people/uploads/${id}`)).toBe('hello world');
    expect(rowsOf(await read('people/uploads.csv'))).toMatchObject([{ id, name: '../../cv.pdf' }]);
  });

  it('is one snapshot: rows that are stored during the export are not included', async () => {
    const { read } = await runExport({
      onFile: ({ path }) => (path === 'operators/imports.csv' ? insertLead('Late') : undefined),
    });
    expect(rowsOf(await read('people/leads.csv'))).toEqual([]);
    expect(await database.selectFrom('leads').select('id').execute()).toHaveLength(1);
    await database.deleteFrom('leads').execute();
  });

  it('describes each file in its README, with the comments of columns', async () => {
    const { read } = await runExport();
    const readme = await read('README.md');
    for (const [, { file }] of listExported()) expect(readme).toContain(`### ${file}.csv`);
    expect(readme).toContain('| `amount_paise` | bigint | Subtracted from the sub total of an order. |');
    expect(readme).toContain('`people/leads.jsonl` has, with the key:');
    expect(readme).toContain('- `operator_accounts`: secrets of accounts');
    expect(readme).not.toContain('receipt_token');
  });

  it('copies the content folder if it is given', async () => {
    const content = await mkdtemp(join(parent, 'content-'));
    await mkdir(join(content, 'courses'));
    await writeFile(join(content, 'courses', 'csm.yaml'), 'name: CSM');
    const { read, manifest } = await runExport({ content });
    expect(await read('content/courses/csm.yaml')).toBe('name: CSM');
    expect(manifest.files.map(({ path }) => path)).toContain('content/courses/csm.yaml');
  });

  it('leaves no folder if it fails, and refuses a folder that is not empty', async () => {
    const folder = join(parent, 'failed');
    const failing = exportFolder(database, {
      folder,
      onComplete: () => Promise.reject(new Error('not recorded')),
    });
    await expect(failing).rejects.toThrow('not recorded');
    expect(await readdir(parent)).not.toEqual(expect.arrayContaining(['failed', 'failed.partial']));
    await mkdir(folder);
    await writeFile(join(folder, 'mine.txt'), '');
    await expect(exportFolder(database, { folder, onComplete: async () => undefined })).rejects.toMatchObject(
      {
        code: 'folder_not_empty',
      },
    );
    expect(await readdir(folder)).toEqual(['mine.txt']);
  });
});
