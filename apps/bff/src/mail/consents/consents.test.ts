/** Privacy notice, marketing consent and opt-out, from the forms to the CRM. */

import { marketingText, noticeVersion } from '@meridian/contracts/leads/notice';
import fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { sweepOptOuts } from '../../leads/delivery/push-opt-outs.ts';
import { erasePerson } from '../../leads/ledger/erasure/erasure.ts';
import { transact } from '../../platform/database/transact.ts';
import { installErrorHandler } from '../../platform/http/problems/error-handler.ts';
import { unsubscribeRoutes } from './routes.ts';
import { unsubscribeUrls } from './unsubscribe-links.ts';

const stack = await useLeadStack();
const { database, http, leads } = stack;
const enqueued: string[] = [];
const jobs = { enqueue: async (_queue: string, ids: readonly string[]) => void enqueued.push(...ids) };

const company = 'Own Training LLP, 1 High Street, Pune 411001';
const app = fastify({ forceCloseConnections: true });
installErrorHandler(app);
unsubscribeRoutes(app, { database, jobs, company });
const site = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

beforeEach(async () => {
  await database.deleteFrom('opt_outs').execute();
  await database.deleteFrom('unsubscribe_links').execute();
  await database.deleteFrom('mails').execute();
  await stack.reset();
  enqueued.length = 0;
});

const { version } = marketingText;
const email = String(samples.contact_us.email);
const send = (more: object = {}) =>
  http
    .post('/api/contact_us')
    .send({ ...samples.contact_us, ...more })
    .expect(200);
const consents = () => database.selectFrom('consents').selectAll().orderBy('channel').execute();
const optOuts = () => database.selectFrom('opt_outs').selectAll().execute();

async function linkOf(recipient: string): Promise<string> {
  const url = (await unsubscribeUrls(database, [recipient], 'https://academy.example')).get(recipient);
  return new URL(url ?? '').pathname;
}

describe('a lead', () => {
  it('is stored with the version of the notice, and without a consent if no box is ticked', async () => {
    await send();
    expect(await stack.ledger()).toMatchObject([
      { notice_version: noticeVersion, received_at: expect.any(Date) },
    ]);
    expect(await consents()).toEqual([]);
    expect(stack.unknownFields).toEqual([]);
  });

  it('is stored with a consent for each ticked box, with text version, form and time', async () => {
    await send({ marketing: { version, channels: ['whatsapp', 'email', 'email'] } });
    const [lead] = await stack.ledger();
    const consent = { text_version: version, form: 'contact_us', lead_id: lead?.id, withdrawn_at: null };
    expect(await consents()).toEqual([
      expect.objectContaining({ ...consent, channel: 'email', given_at: lead?.received_at }),
      expect.objectContaining({ ...consent, channel: 'whatsapp' }),
    ]);
    expect(JSON.stringify(await consents())).not.toContain(email);
    expect(stack.unknownFields).toEqual([]);
  });

  it.each([
    ['an unknown version of the text', { version: '1999-01-01', channels: ['email'] }],
    ['an unknown channel', { version, channels: ['pigeon'] }],
    ['a value that is not an object', 'yes'],
    ['no ticked box', { version, channels: [] }],
  ])('is accepted with %s, but without a consent', async (_what, marketing) => {
    await send({ marketing });
    expect(await stack.ledger()).toHaveLength(1);
    expect(await consents()).toEqual([]);
  });

  it('is stored without a consent if it is quarantined', async () => {
    await send({ website: 'http://spam.example', marketing: { version, channels: ['email'] } });
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'quarantined' }]);
    expect(await consents()).toEqual([]);
  });

  it('does not pass the consent on to the upstream or the CRM', async () => {
    await send({ marketing: { version, channels: ['email'] } });
    await stack.work();
    expect(Object.keys((await stack.submissions())[0]?.body ?? {})).not.toContain('marketing');
    expect(Object.keys((await stack.crmLeads())[0] ?? {})).not.toContain('Email_Opt_Out');
  });
});

describe('the unsubscribe link', () => {
  it('is the same in each email to an address, regardless of upper and lower case', async () => {
    const urls = await unsubscribeUrls(
      database,
      ['Asha@Example.com', 'b@example.com'],
      'https://academy.example',
    );
    expect(urls.get('Asha@Example.com')).toMatch(/^https:\/\/academy\.example\/unsubscribe\/[0-9a-f]{40}$/);
    expect(await linkOf('asha@example.com')).toBe(new URL(urls.get('Asha@Example.com') ?? '').pathname);
    expect(urls.get('b@example.com')).not.toBe(urls.get('Asha@Example.com'));
  });

  it('shows a button, and changes nothing until it is pressed', async () => {
    const path = await linkOf(email);
    for (let opened = 0; opened < 2; opened += 1) {
      const page = await site.get(path).expect(200);
      expect(page.text).toContain('<form method="post"><button>');
      expect(page.text).not.toContain(email);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("form-action 'self'"),
      });
    }
    expect(await optOuts()).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['text/plain', ''],
  ])('unsubscribes by a POST of %s; a repeated POST has no effect', async (type, body) => {
    await send({ marketing: { version, channels: ['email', 'phone'] } });
    const path = await linkOf(email);
    for (let posted = 0; posted < 2; posted += 1) {
      const page = await site.post(path).set('content-type', type).send(body).expect(200);
      expect(page.text).toContain('You have unsubscribed');
    }
    expect(enqueued).toHaveLength(1);
    expect(await consents()).toMatchObject([
      { channel: 'email', withdrawn_at: expect.any(Date) },
      { channel: 'phone', withdrawn_at: null },
    ]);
  });

  it('is not found for an unknown token', async () => {
    for (const path of [`/unsubscribe/${'0'.repeat(40)}`, '/unsubscribe/x']) {
      expect(await site.get(path)).toMatchObject({ status: 404, text: expect.stringContaining(company) });
      expect((await site.post(path)).status).toBe(404);
    }
    expect(await optOuts()).toEqual([]);
  });
});

describe('the CRM', () => {
  const optOut = async () => site.post(await linkOf(email)).expect(200);
  const tell = async () => leads.pushOptOuts(enqueued);
  const marks = async () => (await stack.crmLeads()).map((lead) => lead.Email_Opt_Out);

  it('gets an opt-out for every record of the address', async () => {
    await send();
    await send({ message: 'again' });
    await http.post('/api/contact_us').send({ ...samples.contact_us, email: 'other@example.com' });
    await stack.work();
    await optOut();
    expect(new Set((await tell()).values())).toEqual(new Set(['done']));
    expect((await marks()).sort()).toEqual([true, true, undefined]);
    expect(await optOuts()).toMatchObject([{ crm_state: 'told', last_error: null }]);
  });

  it.each(['http_500', 'rate_limit', 'reset', 'invalid_token'])(
    'gets the opt-out again after %s',
    async (kind) => {
      await send();
      await stack.work();
      await optOut();
      await stack.crmFault({ kind, times: kind === 'invalid_token' ? 2 : 1 });
      expect(new Set((await tell()).values())).toEqual(new Set(['retry']));
      expect(await marks()).toEqual([undefined]);
      await stack.makeDue();
      expect(new Set((await tell()).values())).toEqual(new Set(['done']));
      expect(await marks()).toEqual([true]);
    },
  );

  it('gets the opt-out with a later record, but not after a confirmed consent', async () => {
    await optOut();
    await tell();
    await send();
    await stack.work();
    expect(await marks()).toEqual([true]);
    await send({ message: 'again', marketing: { version, channels: ['email'] } });
    await site.post((await linkOf(email)).replace('/unsubscribe/', '/consent/')).expect(200);
    await stack.work();
    expect(await optOuts()).toEqual([]);
    expect((await marks()).sort()).toEqual([true, undefined]);
  });

  it('gets the opt-out by a job of the sweeper if the first job is lost', async () => {
    await optOut();
    expect(await sweepOptOuts(database, jobs)).toBe(0);
    await database
      .updateTable('opt_outs')
      .set({ crm_due_at: new Date(0) })
      .execute();
    expect(await sweepOptOuts(database, jobs)).toBe(1);
    expect(enqueued).toHaveLength(2);
    expect(await sweepOptOuts(database, jobs)).toBe(0);
  });
});

describe('the confirmation of a consent', () => {
  const marketing = { version, channels: ['email', 'phone'] };
  const pathOf = async (recipient: string) => (await linkOf(recipient)).replace('/unsubscribe/', '/consent/');
  const requests = () =>
    database
      .selectFrom('mails')
      .select(['recipient', 'lead_id'])
      .where('kind', '=', 'consent_request')
      .execute();

  it('is requested by one email a day; until then the consent is pending', async () => {
    await send({ marketing });
    await send({ message: 'again', marketing });
    const [lead] = await stack.ledger();
    expect(await requests()).toEqual([{ recipient: email.toLowerCase(), lead_id: lead?.id }]);
    expect(await consents()).toMatchObject(Array(4).fill({ confirmed_at: null }));
  });

  it('is not requested without a ticked box or for a quarantined lead', async () => {
    await send();
    await send({ message: 'again', marketing, website: 'http://spam.example' });
    expect(await requests()).toEqual([]);
  });

  it('deletes the opt-out only when the button is pressed', async () => {
    await site.post(await linkOf(email)).expect(200);
    await send({ marketing });
    expect(await optOuts()).toHaveLength(1);
    const path = await pathOf(email);
    for (let opened = 0; opened < 2; opened += 1) {
      const page = await site.get(path).expect(200);
      expect(page.text).toContain('<form method="post"><button>');
    }
    expect(await optOuts()).toHaveLength(1);
    for (let posted = 0; posted < 2; posted += 1)
      expect((await site.post(path).expect(200)).text).toContain('Your consent is confirmed');
    expect(await optOuts()).toEqual([]);
    expect(await consents()).toMatchObject(Array(2).fill({ confirmed_at: expect.any(Date) }));
  });

  it('does not confirm a consent that was withdrawn meanwhile', async () => {
    await send({ marketing: { version, channels: ['email'] } });
    await site.post(await linkOf(email)).expect(200);
    expect((await site.post(await pathOf(email)).expect(200)).text).toContain('Nothing to confirm');
    expect(await optOuts()).toHaveLength(1);
    expect(await consents()).toMatchObject([{ confirmed_at: null }]);
  });

  it('is not found for an unknown link', async () => {
    expect((await site.post(`/consent/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await site.get('/consent/x')).status).toBe(404);
  });
});

describe('erasure', () => {
  it('leaves no email address in the consents', async () => {
    await send({ marketing: { version, channels: ['email'] } });
    await transact(database, (transaction) => erasePerson(transaction, email));
    expect(JSON.stringify(await consents())).not.toContain(email);
  });
});
