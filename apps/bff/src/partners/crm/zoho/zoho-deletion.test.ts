import fastify from 'fastify';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../../testing/test-database.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { createZohoCrm } from './zoho-crm.ts';

const { url: databaseUrl } = await useMigratedDatabase();
const database = openDatabase(databaseUrl);
await migrate(database);
const app = fastify();
const urls: string[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };
app.addContentTypeParser('*', (_request, _body, done) => done(null));
app.post('/oauth/v2/token', () => ({ access_token: 'token', api_domain: url, expires_in: 3_600 }));
app.delete('/crm/v8/Leads', (request, reply) => {
  urls.push(request.url);
  return reply.code(answer.status).send(answer.body);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.close();
  await database.destroy();
});
const zoho = {
  accountsUrl: url,
  clientId: 'id',
  clientSecret: 'secret',
  refreshToken: 'token',
  leadIdField: 'Id',
};
const crm = createZohoCrm(database, zoho, pino({ level: 'silent' }));

const record = (code: string, id: string) => ({ code, details: { id }, message: '', status: '' });

it('deletes records without running workflows, and counts a missing record as deleted', async () => {
  answer = { status: 207, body: { data: [record('SUCCESS', '1'), record('INVALID_DATA', '2')] } };
  await crm.erase?.(['1', '2']);
  expect(urls).toEqual(['/crm/v8/Leads?ids=1%2C2&wf_trigger=false']);
});

it('fails with retry if a record is locked', async () => {
  answer = { status: 202, body: { data: [record('RECORD_LOCKED', '1')] } };
  await expect(crm.erase?.(['1'])).rejects.toMatchObject({ retry: true, message: 'RECORD_LOCKED' });
});

it('fails without retry if the permission to delete is missing, and does not pause deliveries', async () => {
  answer = { status: 401, body: { code: 'OAUTH_SCOPE_MISMATCH', message: '', status: 'error' } };
  await expect(crm.erase?.(['1'])).rejects.toMatchObject({ retry: false, message: 'OAUTH_SCOPE_MISMATCH' });
  expect(await crm.pausedSeconds()).toBe(0);
});
