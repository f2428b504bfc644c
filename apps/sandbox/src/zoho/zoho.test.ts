import { afterEach, describe, expect, test, vi } from 'vitest';
import { refreshGrant, type Sandbox, startSandbox, zohoAuthorization } from '../testing.ts';

const lead = { Last_Name: 'Rao', First_Name: 'Asha', Email: 'asha@example.com', Website_Lead_ID: 'lead-1' };

async function startCrm(overrides = {}) {
  const sandbox = await startSandbox(overrides);
  const authorization = await zohoAuthorization(sandbox);
  const post = (body: object, path = '/crm/v8/Leads') =>
    sandbox.http.post(path).set('Authorization', authorization).send(body);
  return { sandbox, authorization, post };
}

async function storedLeads({ http }: Sandbox) {
  return (await http.get('/_sandbox/leads').expect(200)).body.data;
}

describe('the accounts server', () => {
  afterEach(() => void vi.useRealTimers());

  test('issues a token for a form body or a query string, with its own address as api_domain', async () => {
    const { url, http } = await startSandbox();
    const { body } = await http.post('/oauth/v2/token').type('form').send(refreshGrant).expect(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^1000\./),
      expires_in: 3_600,
      api_domain: url,
      token_type: 'Bearer',
    });
    const byQuery = await http.post('/oauth/v2/token').query(refreshGrant).expect(200);
    expect(byQuery.body.access_token).not.toBe(body.access_token);
  });

  test.each([
    [{ client_id: 'x' }, 'invalid_client'],
    [{ client_secret: 'x' }, 'invalid_client_secret'],
    [{ refresh_token: 'x' }, 'invalid_code'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ])('refuses %o with HTTP 200 and an error', async (wrong, error) => {
    const { http } = await startSandbox();
    const { body } = await http
      .post('/oauth/v2/token')
      .type('form')
      .send({ ...refreshGrant, ...wrong })
      .expect(200);
    expect(body).toEqual({ error });
  });

  test('throttles the eleventh token within ten minutes, with HTTP 200', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { http } = await startSandbox();
    const token = async () => (await http.post('/oauth/v2/token').query(refreshGrant).expect(200)).body;
    for (let issued = 0; issued < 10; issued += 1) expect(await token()).toHaveProperty('access_token');

    const throttled = await token();
    expect(throttled).not.toHaveProperty('access_token');
    expect(throttled).toMatchObject({ error: 'Access Denied' });
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1);
    expect(await token()).toHaveProperty('access_token');
  });

  test('issues tokens that are valid for an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { post } = await startCrm();
    await post({ data: [lead] }).expect(201);
    vi.setSystemTime(Date.now() + 3_600_001);
    await post({ data: [lead] }).expect(401);
  });
});

describe('leads', () => {
  test('are stored as sent, with their trigger', async () => {
    const { sandbox, authorization, post } = await startCrm();
    const sent = { ...lead, Lead_Source: 'Direct', Page_URL: 'https://example.com/?utm_id=1' };
    const { body } = await post({ data: [sent], trigger: ['workflow'] }).expect(201);

    expect(body.data).toMatchObject([
      {
        status: 'success',
        code: 'SUCCESS',
        message: 'record added',
        details: { id: expect.stringMatching(/^\d{18}$/) },
      },
    ]);
    const { id } = body.data[0].details;
    expect(await storedLeads(sandbox)).toEqual([
      { ...sent, id, trigger: ['workflow'], received_at: expect.stringMatching(/Z$/) },
    ]);
    const read = await sandbox.http
      .get(`/crm/v8/Leads/${id}`)
      .set('Authorization', authorization)
      .expect(200);
    expect(read.body.data).toMatchObject([{ ...sent, id }]);
    await sandbox.http.get('/crm/v8/Leads/1').set('Authorization', authorization).expect(400);
  });

  test('without a trigger run all automations, unlike an empty trigger', async () => {
    const { sandbox, post } = await startCrm();
    await post({ data: [{ Last_Name: 'A' }] });
    await post({ data: [{ Last_Name: 'B' }], trigger: [] });
    expect(await storedLeads(sandbox)).toMatchObject([{ trigger: null }, { trigger: [] }]);
  });

  test('have one unique field, within a call and between calls', async () => {
    const { sandbox, post } = await startCrm();
    const first = await post({ data: [lead, lead] }).expect(207);
    expect(first.body.data).toMatchObject([
      { code: 'SUCCESS' },
      { status: 'error', code: 'DUPLICATE_DATA', details: { api_name: 'Website_Lead_ID' } },
    ]);
    const { body } = await post({ data: [{ ...lead, Email: 'other@example.com' }] }).expect(202);
    expect(body.data[0].details.duplicate_record.id).toBe(first.body.data[0].details.id);
    expect(await storedLeads(sandbox)).toHaveLength(1);
  });

  test('use the name of the unique field from the settings', async () => {
    const { post } = await startCrm({ zohoLeadIdField: 'Enquiry_ID' });
    await post({ data: [lead, lead] }).expect(201);
    const { body } = await post({ data: Array(2).fill({ Last_Name: 'A', Enquiry_ID: '1' }) }).expect(207);
    expect(body.data[1].details.api_name).toBe('Enquiry_ID');
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no Last_Name', { Last_Name: '' }, 'MANDATORY_NOT_FOUND', 'Last_Name'],
    ['a long First_Name', { First_Name: 'x'.repeat(41) }, 'INVALID_DATA', 'First_Name'],
    ['a long Last_Name', { Last_Name: 'x'.repeat(81) }, 'INVALID_DATA', 'Last_Name'],
    ['a long Email', { Email: `${'x'.repeat(60)}@${'y'.repeat(50)}.com` }, 'INVALID_DATA', 'Email'],
    ['a wrong Email', { Email: 'asha@' }, 'INVALID_DATA', 'Email'],
    ...[
      'asha@example.com.',
      'asha.@example.com',
      'asha@münchen.example',
      'ash\u200ba@example.com',
      'asha@example.com\u00a0',
      'mailto:asha@example.com',
    ].map(
      (Email) =>
        [`Email ${JSON.stringify(Email)}`, { Email }, 'INVALID_DATA', 'Email'] satisfies [
          string,
          object,
          string,
          string,
        ],
    ),
    ['a long Phone', { Phone: '1'.repeat(31) }, 'INVALID_DATA', 'Phone'],
    ['a Phone that is a number', { Phone: 98 }, 'INVALID_DATA', 'Phone'],
    ['a long Company', { Company: 'x'.repeat(201) }, 'INVALID_DATA', 'Company'],
  ])('with %s are refused, and the next record is accepted', async (_name, wrong, code, apiName) => {
    const { sandbox, post } = await startCrm();
    const { body } = await post({ data: [{ ...lead, ...wrong }, { Last_Name: 'Right' }] }).expect(207);
    expect(body.data).toMatchObject([
      { status: 'error', code, details: { api_name: apiName, json_path: `$.data[0].${apiName}` } },
      { code: 'SUCCESS' },
    ]);
    expect(await storedLeads(sandbox)).toHaveLength(1);
  });

  test('are upserted by the specified fields', async () => {
    const { sandbox, post } = await startCrm();
    const upsert = (fields: object, duplicate_check_fields = ['Website_Lead_ID']) =>
      post({ data: [fields], duplicate_check_fields }, '/crm/v8/Leads/upsert');
    const inserted = await upsert(lead).expect(201);
    const updated = await upsert({ ...lead, Phone: '98' }).expect(200);

    expect(inserted.body.data[0]).toMatchObject({ action: 'insert', duplicate_field: null });
    expect(updated.body.data[0]).toMatchObject({ action: 'update', duplicate_field: 'Website_Lead_ID' });
    expect(await storedLeads(sandbox)).toMatchObject([{ ...lead, Phone: '98' }]);
    await upsert({ ...lead, Last_Name: 'Das' }, ['Last_Name']).expect(202);
  });

  test.each([
    ['no data', {}, 'MANDATORY_NOT_FOUND'],
    ['no records', { data: [] }, 'INVALID_DATA'],
    ['101 records', { data: Array(101).fill({ Last_Name: 'A' }) }, 'INVALID_DATA'],
    ['an unknown trigger', { data: [{ Last_Name: 'A' }], trigger: ['all'] }, 'INVALID_DATA'],
  ])('with %s are refused as a whole call', async (_name, call, code) => {
    const { sandbox, post } = await startCrm();
    const { body } = await post(call).expect(400);
    expect(body).toMatchObject({ status: 'error', code });
    expect(await storedLeads(sandbox)).toEqual([]);
  });

  test('are accepted up to 100 records in a call', async () => {
    const { sandbox, post } = await startCrm();
    await post({ data: Array(100).fill({ Last_Name: 'A' }) }).expect(201);
    expect(await storedLeads(sandbox)).toHaveLength(100);
  });

  test('require a valid token', async () => {
    const { http } = await startSandbox();
    const none = await http
      .post('/crm/v8/Leads')
      .send({ data: [lead] })
      .expect(401);
    expect(none.body.code).toBe('AUTHENTICATION_FAILURE');
    const wrong = await http
      .post('/crm/v8/Leads')
      .set('Authorization', 'Zoho-oauthtoken 1000.x.y')
      .send({ data: [lead] })
      .expect(401);
    expect(wrong.body.code).toBe('INVALID_TOKEN');
  });

  test('above the limit of concurrent calls answer TOO_MANY_REQUESTS, and latency is added to each call', async () => {
    const { post } = await startCrm({ zohoConcurrency: 2, zohoLatencyMs: 300 });
    const startedMs = performance.now();
    const answers = await Promise.all([1, 2, 3].map((name) => post({ data: [{ Last_Name: `${name}` }] })));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(299);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429]);
    await post({ data: [lead] }).expect(201);
  });
});
