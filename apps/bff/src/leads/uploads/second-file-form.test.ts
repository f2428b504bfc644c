/**
 * A second file form needs only an entry in the form table. This test adds a file field to a form before the
 * routes are built.
 */
import type { Form } from '@meridian/contracts/leads/form';
import { forms } from '@meridian/contracts/leads/forms';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { pdf, samples } from '../../../testing/leads/samples.ts';

const missing = 'Please upload your profile.';
const profile = {
  name: 'profile',
  label: 'Profile',
  type: 'file',
  schema: z.custom((value) => typeof value === 'object', { error: missing }),
} as const;
const partner: Form = forms.partner_with_us;
const { fields } = partner;
Object.assign(partner, { fields: [...fields, profile] });
// Other test files in this worker share the module.
afterAll(() => Object.assign(partner, { fields }));

const stack = await useLeadStack();

function send() {
  const call = stack.http.post('/api/partner_with_us');
  for (const [name, value] of Object.entries(samples.partner_with_us)) call.field(name, String(value));
  return call;
}

test('reports an invalid file at its field', async () => {
  expect((await send().expect(400)).body.errors).toEqual({ profile: [missing] });
  const other = await send().attach('profile', pdf, { filename: 'profile.exe' }).expect(400);
  expect(other.body.errors).toHaveProperty('profile');
  await stack.http.post('/api/partner_with_us').send(samples.partner_with_us).expect(415);
  expect(await stack.ledger()).toEqual([]);
});

test('is forwarded with its file, and delivered to the CRM without it', async () => {
  await send().attach('profile', pdf, { filename: 'profile.pdf' }).expect(200);
  const [submission] = await stack.submissions('partner_with_us');
  expect(submission?.body).toMatchObject({ profile: { file_name: 'profile.pdf', size_bytes: pdf.length } });
  expect(await stack.database.selectFrom('lead_files').select('id').execute()).toEqual([]);
  await stack.work();
  expect(await stack.crmLeads()).toMatchObject([{ Last_Name: 'Nair' }]);
});

test('keeps its file with the lead while the upstream is unavailable', async () => {
  await stack.reset();
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await send().attach('profile', pdf, { filename: 'profile.pdf' }).expect(200);
  expect(await stack.ledger()).toMatchObject([{ form: 'partner_with_us', forward_state: 'received' }]);
  await stack.makeDue();
  await stack.work();
  const [submission] = await stack.submissions('partner_with_us');
  expect(submission?.body).toMatchObject({ profile: { file_name: 'profile.pdf' } });
});
