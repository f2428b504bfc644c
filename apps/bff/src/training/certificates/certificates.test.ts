import { readCertificateNumber } from '@meridian/contracts/training/certificate';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, it } from 'vitest';
import { batchId } from '../../../testing/checkout/upstream-double.ts';
import { operator, people, useClassStack } from '../../../testing/training/class-stack.ts';
import { addressKey } from '../../platform/database/address-key.ts';

const stack = await useClassStack();
const { site, database, actions, call } = stack;
const { asha, ravi } = people;
const days = ['2099-12-05', '2099-12-06'];
const [first = ''] = days;
const note = 'the seat was refunded';

beforeEach(() => stack.reset());

/** Creates an ended class with two attendees. @returns the order, and the path of its class list */
async function pastClass() {
  const { id } = await stack.book({ number_of_course: 3, attendees: [asha, ravi] });
  const list = await stack.sendList();
  stack.setNow('2099-12-06T13:00:00+05:30');
  return { id, list };
}

const preview = (also: string[] = []) =>
  actions.preview('batches.issue-certificates', { id: batchId, also }, operator) as Promise<{
    confirm: string;
    names: string[];
    left_out: { name: string; email: string | null; why: string }[];
  }>;

/** @returns the certificate numbers */
async function issue(also: string[] = []): Promise<string[]> {
  const { confirm } = await preview(also);
  const result = await actions.execute('batches.issue-certificates', { id: batchId, also, confirm }, call());
  return result.certificates.map(({ number }) => number);
}

const mails = () =>
  database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('kind', '=', 'certificate')
    .orderBy('recipient')
    .execute();

it('is issued and emailed once to attendees present on every day, and anyone can verify it', async () => {
  const { list } = await pastClass();
  await stack.tick(list, 'Asha Nair', days);
  await stack.tick(list, 'Ravi Menon', [first]);
  expect(await preview()).toMatchObject({
    names: ['Asha Nair'],
    left_out: [
      { name: 'Ravi Menon', email: ravi.email, why: 'not present on 6 Dec 2099' },
      { name: 'Not named yet, booked by Asha Nair', email: null, why: 'no attendee is named' },
    ],
  });
  const [number = ''] = await issue();
  expect(readCertificateNumber(number)).toBe(number);
  expect(await mails()).toMatchObject([
    {
      recipient: asha.email,
      facts: { certificateUrl: `https://academy.example/certificate/${number}` },
    },
  ]);
  const { body, headers } = await site.get(`/api/certificates/${number.toLowerCase()}`).expect(200);
  expect(body.data).toEqual({
    state: 'valid',
    number,
    name: 'Asha Nair',
    course_name: 'Leading SAFe',
    days,
    minutes: 480,
    pdus: null,
    seus: null,
    issued_at: expect.any(String),
    provider: 'Kaveri',
  });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  await site.get('/api/certificates/K7M3PXQ2AB').expect(404);
  await site.get('/api/certificates/x').expect(404);

  expect(await preview()).toMatchObject({ names: [] });
  await expect(issue()).rejects.toMatchObject({ code: 'no_certificate_due' });
  expect(await issue([ravi.email])).toHaveLength(1);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([asha.email, ravi.email]);
});

it('states the credits that its course had when it was issued', async () => {
  await pastClass();
  stack.upstream.course = { pdus: '13.5', seus: 0 };
  const { done } = (await preview([asha.email])) as unknown as { done: string };
  expect(done).toContain('Each certificate states 13.5 PDUs.');
  const [number = ''] = await issue([asha.email]);
  stack.upstream.course = { pdus: 20 };
  const page = await site.get(`/api/certificates/${number}`).expect(200);
  expect(page.body.data).toMatchObject({ pdus: 13.5, seus: null });
  const pdf = await site.get(`/api/certificates/${number}.pdf`).buffer(true).expect(200);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.body)), { mergePages: true });
  expect(text).toContain('13.5 PDUs');
  expect(text).not.toContain('SEU');
});

it('is not issued if the credits have changed since the preview, or while the upstream is down', async () => {
  await pastClass();
  const { confirm } = await preview([asha.email]);
  const input = { id: batchId, also: [asha.email], confirm };
  stack.upstream.course = { pdus: 16 };
  await expect(actions.execute('batches.issue-certificates', input, call())).rejects.toMatchObject({
    code: 'plan_changed',
  });
  await stack.upstream.goDown();
  await expect(actions.execute('batches.issue-certificates', input, call())).rejects.toMatchObject({
    code: 'unreachable',
  });
  await stack.upstream.comeUp();
  expect(await database.selectFrom('certificates').select('number').execute()).toEqual([]);
});

it('is a PDF that is rendered once', async () => {
  await pastClass();
  const [number = ''] = await issue([asha.email]);
  const download = () => site.get(`/api/certificates/${number}.pdf`).buffer(true).expect(200);
  const { body, headers } = await download();
  expect(headers['content-type']).toBe('application/pdf');
  expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  expect(Buffer.compare((await download()).body, body)).toBe(0);
});

it('is not issued before class ends on the last day', async () => {
  const { list } = await pastClass();
  await stack.tick(list, 'Asha Nair', days);
  stack.setNow('2099-12-06T12:59:00+05:30');
  await expect(preview()).rejects.toMatchObject({ code: 'class_not_over' });
});

it('is not issued if the recipients have changed since the preview', async () => {
  const { list } = await pastClass();
  const { confirm } = await preview([ravi.email]);
  await stack.tick(list, 'Asha Nair', days);
  const input = { id: batchId, also: [ravi.email], confirm };
  await expect(actions.execute('batches.issue-certificates', input, call())).rejects.toMatchObject({
    code: 'plan_changed',
  });
  await expect(preview(['nobody@example.com'])).rejects.toMatchObject({ code: 'attendee_unknown' });
});

it('is invalid after its revocation, and is issued again only if an operator includes the attendee', async () => {
  const { list } = await pastClass();
  await stack.tick(list, 'Asha Nair', days);
  const [number = ''] = await issue();
  await actions.execute('certificates.revoke', { number, note }, call());
  const { body } = await site.get(`/api/certificates/${number}`).expect(200);
  expect(body.data).toEqual({ state: 'revoked', number, revoked_at: expect.any(String) });
  await site.get(`/api/certificates/${number}.pdf`).expect(404);
  expect((await preview()).left_out[0]).toMatchObject({ why: `certificate ${number} was revoked` });
  await expect(actions.execute('certificates.revoke', { number, note }, call())).rejects.toMatchObject({
    code: 'certificate_unknown',
  });
  const [again] = await issue([asha.email]);
  expect(again).not.toBe(number);
});

it('is not issued to a new name at an address that already has a certificate', async () => {
  const { id } = await pastClass();
  const [number] = await issue([ravi.email]);
  const meera = { name: 'Meera Rao', email: ravi.email };
  await actions.execute('orders.set-attendees', { id, attendees: [asha, meera], note }, call());
  expect((await preview([ravi.email])).left_out).toContainEqual({
    name: 'Meera Rao',
    email: null,
    why: `has certificate ${number} in the name of Ravi Menon: revoke it first`,
  });
});

it('is issued again under a name that an operator corrects after the course', async () => {
  const { id } = await pastClass();
  const [number = ''] = await issue([ravi.email]);
  stack.setNow('2099-12-09T10:00:00+05:30');
  const replace = (name: string, email: string) =>
    actions.execute('orders.set-attendees', { id, attendees: [asha, { name, email }], note }, call());
  await expect(replace('Meera Rao', 'meera@example.com')).rejects.toMatchObject({
    message: 'This course has ended: only the names of the attendees can be corrected.',
  });
  await replace('Ravi K. Menon', ravi.email);
  await actions.execute('certificates.revoke', { number, note }, call());
  const [again] = await issue([ravi.email]);
  const { body } = await site.get(`/api/certificates/${again}`).expect(200);
  expect(body.data).toMatchObject({ state: 'valid', name: 'Ravi K. Menon' });
});

it('is issued to a name in Devanagari, but not in a script without a font', async () => {
  const hindi = { name: 'रवि कृष्ण मेनन', email: 'hindi@example.com' };
  const chinese = { name: '王小明', email: 'wang@example.com' };
  await stack.book({ number_of_course: 2, attendees: [hindi, chinese] });
  stack.setNow('2099-12-06T13:00:00+05:30');
  const { names, left_out: leftOut } = await preview([hindi.email, chinese.email]);
  expect(names).toEqual([hindi.name]);
  expect(leftOut).toMatchObject([{ email: null, why: expect.stringContaining('fonts of documents') }]);
});

it('is kept when its order is erased by age, and deleted by an erasure of its holder', async () => {
  await pastClass();
  const [ofAsha = '', ofRavi = ''] = await issue([asha.email, ravi.email]);
  await stack.setClock(400 * 24 * 60 * 60_000);
  await database
    .updateTable('orders')
    .set({ batch: JSON.stringify({ ...(await stack.sold()), end_date: '2020-01-02' }) })
    .execute();
  expect(await stack.checkout.eraseOld()).toBe(1);
  await site.get(`/api/certificates/${ofAsha}`).expect(200);

  const id = crypto.randomUUID();
  await database
    .insertInto('data_requests')
    .values({
      id,
      kind: 'erasure',
      token_hash: id,
      email: asha.email,
      created_at: new Date(),
      expires_at: new Date(),
      confirmed_at: new Date(),
      due_at: new Date(),
    })
    .execute();
  await actions.execute('data-requests.erase', { id }, call());
  await site.get(`/api/certificates/${ofAsha}`).expect(404);
  await site.get(`/api/certificates/${ofRavi}`).expect(200);
  const kept = await database.selectFrom('certificates').select('address_key').execute();
  expect(kept).toEqual([{ address_key: addressKey(ravi.email) }]);
});
