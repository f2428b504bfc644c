import type { CrmTrigger } from '@meridian/contracts/leads/form';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type OnRemoteCall, observed } from '../../../platform/remote/observed.ts';
import { codeOfStatus, RemoteError } from '../../../platform/remote/remote-error.ts';
import type { CrmLead, CrmProvider, CrmResult } from '../provider.ts';
import { pause, pausedSeconds } from '../session.ts';
import {
  callError,
  insertAnswer,
  isTokenRefusal,
  recordResult,
  refusalAnswer,
  updateFault,
} from './zoho-answers.ts';
import { callZoho, type ZohoReply } from './zoho-http.ts';
import { zohoRecord } from './zoho-record.ts';
import { createTokenSource, type ZohoSettings, type ZohoToken } from './zoho-token.ts';

/** Zoho's limits: records per call, and concurrent calls in the smallest edition. */
const maxRecords = 100;
const maxCalls = 5;

const timeoutMs = 20_000;

function codeOf({ json }: ZohoReply): string | undefined {
  const refusal = refusalAnswer.safeParse(json);
  return refusal.success ? refusal.data.code : undefined;
}

/** CRM provider on Zoho's API v8. */
export function createZohoCrm(
  database: Kysely<Database>,
  settings: ZohoSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onCall?: OnRemoteCall,
): CrmProvider {
  const { leadIdField } = settings;
  if (leadIdField === undefined)
    log.warn('ZOHO_LEAD_ID_FIELD is not set: a lead is delivered to the CRM at least once, not exactly once');
  const tokenFor = createTokenSource(database, settings, onCall);

  function call(body: string, token: ZohoToken, method: 'POST' | 'PUT'): Promise<ZohoReply> {
    const headers = {
      authorization: `Zoho-oauthtoken ${token.accessToken}`,
      'content-type': 'application/json',
    };
    const url = new URL('/crm/v8/Leads', token.apiDomain).href;
    return observed(
      { remote: 'crm', call: method === 'PUT' ? 'update' : 'insert', onCall },
      () => callZoho(url, { method, headers, body, timeoutMs }),
      ({ httpStatus }) => (httpStatus < 400 ? undefined : codeOfStatus(httpStatus)),
    );
  }

  /** @returns the answer for each record @throws RemoteError if the whole call failed */
  async function send(body: string, records: number, method: 'POST' | 'PUT') {
    const token = await tokenFor();
    let reply = await call(body, token, method);
    if (isTokenRefusal(codeOf(reply))) reply = await call(body, await tokenFor(token.accessToken), method);

    const answer = insertAnswer.safeParse(reply.json);
    if (!answer.success) throw callError(codeOf(reply), reply.httpStatus, reply.retryAfter);
    const { data } = answer.data;
    if (data.length !== records)
      throw new RemoteError('crm', 'malformed', 'one result for each record expected');
    return data;
  }

  async function insert(leads: readonly CrmLead[], trigger: readonly CrmTrigger[]): Promise<CrmResult[]> {
    const data = leads.map((lead) =>
      leadIdField === undefined ? zohoRecord(lead) : { ...zohoRecord(lead), [leadIdField]: lead.id },
    );
    const body = JSON.stringify({ data, trigger });
    return (await send(body, leads.length, 'POST')).map((record) => recordResult(record, leadIdField));
  }

  async function optOut(crmIds: readonly string[]): Promise<void> {
    const data = crmIds.map((id) => ({ id, Email_Opt_Out: true }));
    const answers = await send(JSON.stringify({ data, trigger: [] }), data.length, 'PUT');
    const fault = answers.map(updateFault).find((code) => code !== undefined);
    if (fault !== undefined) throw new RemoteError('crm', 'server_error', fault);
  }

  async function pausing<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof RemoteError && error.retryAfterSeconds !== undefined)
        await pause(database, error.retryAfterSeconds);
      throw error;
    }
  }

  return {
    maxRecords,
    maxCalls,
    insert: (leads, triggers) => pausing(() => insert(leads, triggers)),
    optOut: (crmIds) => pausing(() => optOut(crmIds)),
    pausedSeconds: () => pausedSeconds(database),
  };
}
