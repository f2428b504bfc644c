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
  deletionFault,
  insertAnswer,
  isRightRefusal,
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

interface ZohoCall {
  method: 'POST' | 'PUT' | 'DELETE';
  query?: string;
  body?: string;
}
const callNames = { POST: 'insert', PUT: 'update', DELETE: 'delete' } as const;

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

  function call({ method, query = '', body }: ZohoCall, token: ZohoToken): Promise<ZohoReply> {
    const headers = {
      authorization: `Zoho-oauthtoken ${token.accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const url = new URL(`/crm/v8/Leads${query}`, token.apiDomain).href;
    return observed(
      { remote: 'crm', call: callNames[method], onCall },
      () => callZoho(url, { method, headers, timeoutMs, ...(body !== undefined && { body }) }),
      ({ httpStatus }) => (httpStatus < 400 ? undefined : codeOfStatus(httpStatus)),
    );
  }

  /** @returns the answer for each record @throws RemoteError if the whole call failed */
  async function send(request: ZohoCall, records: number) {
    const token = await tokenFor();
    let reply = await call(request, token);
    if (isTokenRefusal(codeOf(reply))) reply = await call(request, await tokenFor(token.accessToken));

    const answer = insertAnswer.safeParse(reply.json);
    // Without the permission to delete, deliveries are not paused.
    const code = codeOf(reply);
    if (request.method === 'DELETE' && isRightRefusal(code))
      throw new RemoteError('crm', 'refused', code ?? '');
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
    return (await send({ method: 'POST', body }, leads.length)).map((record) =>
      recordResult(record, leadIdField),
    );
  }

  async function optOut(crmIds: readonly string[]): Promise<void> {
    const data = crmIds.map((id) => ({ id, Email_Opt_Out: true }));
    const body = JSON.stringify({ data, trigger: [] });
    const answers = await send({ method: 'PUT', body }, data.length);
    const fault = answers.map(updateFault).find((code) => code !== undefined);
    if (fault !== undefined) throw new RemoteError('crm', 'server_error', fault);
  }

  async function erase(crmIds: readonly string[]): Promise<void> {
    const query = `?${new URLSearchParams({ ids: crmIds.join(','), wf_trigger: 'false' })}`;
    const answers = await send({ method: 'DELETE', query }, crmIds.length);
    const fault = answers.map(deletionFault).find((code) => code !== undefined);
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
    erase: (crmIds) => pausing(() => erase(crmIds)),
    optOut: (crmIds) => pausing(() => optOut(crmIds)),
    pausedSeconds: () => pausedSeconds(database),
  };
}
