import type { CrmTrigger } from '@meridian/contracts/leads/form';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type OnRemoteCall, observed } from '../../remote/observed.ts';
import { codeOfStatus, RemoteError } from '../../remote/remote-error.ts';
import type { CrmLead, CrmProvider, CrmResult } from '../provider.ts';
import { pause, pausedSeconds } from '../session.ts';
import { callError, insertAnswer, isTokenRefusal, recordResult, refusalAnswer } from './zoho-answers.ts';
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

  function post(body: string, token: ZohoToken): Promise<ZohoReply> {
    const headers = {
      authorization: `Zoho-oauthtoken ${token.accessToken}`,
      'content-type': 'application/json',
    };
    const url = new URL('/crm/v8/Leads', token.apiDomain).href;
    return observed(
      { remote: 'crm', call: 'insert', onCall },
      () => callZoho(url, { headers, body, timeoutMs }),
      ({ httpStatus }) => (httpStatus < 400 ? undefined : codeOfStatus(httpStatus)),
    );
  }

  async function insert(leads: readonly CrmLead[], trigger: readonly CrmTrigger[]): Promise<CrmResult[]> {
    const data = leads.map((lead) =>
      leadIdField === undefined ? zohoRecord(lead) : { ...zohoRecord(lead), [leadIdField]: lead.id },
    );
    const body = JSON.stringify({ data, trigger });
    const token = await tokenFor();
    let reply = await post(body, token);
    if (isTokenRefusal(codeOf(reply))) reply = await post(body, await tokenFor(token.accessToken));

    const answer = insertAnswer.safeParse(reply.json);
    if (!answer.success) throw callError(codeOf(reply), reply.httpStatus, reply.retryAfter);
    const results = answer.data.data.map((record) => recordResult(record, leadIdField));
    if (results.length !== leads.length)
      throw new RemoteError('crm', 'malformed', 'one result for each record expected');
    return results;
  }

  return {
    maxRecords,
    maxCalls,
    async insert(leads, triggers) {
      try {
        return await insert(leads, triggers);
      } catch (error) {
        if (error instanceof RemoteError && error.retryAfterSeconds !== undefined)
          await pause(database, error.retryAfterSeconds);
        throw error;
      }
    },
    pausedSeconds: () => pausedSeconds(database),
  };
}
