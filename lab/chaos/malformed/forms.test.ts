import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createPersonas } from '../leads/personas.ts';
import { type Answer, post } from '../leads/post.ts';
import { type Product, startProduct } from '../leads/product.ts';
import { chooseSeed, createRandom } from '../random.ts';
import { type Malformed, malformed } from './form-bodies.ts';
import { fieldsOf, malformedUpload, multipart, multipartType, pdf } from './form-uploads.ts';

const bodiesPerForm = process.env.CHAOS === 'all' ? 250 : 100;
const atOnce = 16;
const refusals = [400, 413, 415];
const seed = chooseSeed();
const personas = createPersonas('fuzz');
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Number of stored leads, events, files and jobs, and of submissions at the upstream. */
async function storedRows(): Promise<number> {
  const { rows } = await product.ledger.query<{ rows: number }>(`
    select ((select count(*) from leads) + (select count(*) from lead_events) + (select count(*) from lead_files)
      + (select count(*) from lead_file_chunks) + (select count(*) from pgboss.job
        where name in ('forward-lead', 'deliver-lead')))::integer as rows`);
  const submissions = [...(await product.upstreamCounts()).values()].reduce((sum, count) => sum + count, 0);
  return (rows[0]?.rows ?? 0) + submissions;
}

/** Checks the response to a malformed body. */
function faultOf({ kind, bytes }: Malformed, { httpStatus, body }: Answer): string | null {
  const told = body instanceof Object && 'status' in body && 'message' in body ? body : null;
  const refused = refusals.includes(httpStatus) && told?.status === 0 && Boolean(told.message);
  return refused ? null : `${kind} answered ${httpStatus}: ${bytes.subarray(0, 200).toString('latin1')}`;
}

test.each(formNames)(`%s refuses ${bodiesPerForm} malformed bodies, and stores nothing`, async (form) => {
  const random = createRandom(seed + formNames.indexOf(form));
  const before = await storedRows();
  const kinds = new Set<string>();
  const faults: string[] = [];
  let left = bodiesPerForm;
  async function sendOthers(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const values = bodyOf(form, personas.next());
      const sent = fileFieldOf(form) ? malformedUpload(values, random) : malformed(form, values, random);
      kinds.add(sent.kind);
      const answer = await post(`${product.stack.baseUrl}/api/${form}`, sent.bytes, sent.contentType);
      const fault = faultOf(sent, answer);
      if (fault) faults.push(fault);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOthers));
  expect(faults).toEqual([]);
  expect(kinds.size).toBeGreaterThan(10);
  expect(await storedRows()).toBe(before);
});

test.each(formNames)(
  '%s accepts the valid bodies from which the malformed ones are derived',
  async (form) => {
    const before = await storedRows();
    const values = bodyOf(form, personas.next());
    const sent = fileFieldOf(form)
      ? post(
          `${product.stack.baseUrl}/api/${form}`,
          multipart([...fieldsOf(values), { name: 'resume', fileName: 'cv.pdf', content: pdf }]),
          multipartType,
        )
      : post(
          `${product.stack.baseUrl}/api/${form}`,
          Buffer.from(JSON.stringify(values)),
          'application/json; charset=utf-8',
        );
    expect(await sent).toMatchObject({ httpStatus: 200, body: { status: 1 } });
    expect(await storedRows()).toBeGreaterThan(before);
  },
);
