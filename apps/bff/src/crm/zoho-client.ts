import type { CrmRecord } from '@meridian/contracts/leads/crm-record';
import type { CrmTrigger } from '@meridian/contracts/leads/form';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { CrmError } from './crm-error.ts';
import {
  callError,
  insertAnswer,
  isTokenRefusal,
  type RecordResult,
  recordResult,
  refusalAnswer,
} from './zoho-answers.ts';
import { callZoho, type ZohoReply } from './zoho-http.ts';
import { createTokenSource, type ZohoSettings, type ZohoToken } from './zoho-token.ts';

/** A record and the lead that it is of. */
export interface LeadOfCrm {
  leadId: string;
  record: CrmRecord;
}

/** The one thing that we ask of the CRM. */
export interface CrmClient {
  /**
   * Inserts up to {@link maxRecords} records in one call.
   *
   * @returns the result of each record, in their order
   * @throws CrmError when the call as a whole came to nothing
   */
  insert(leads: readonly LeadOfCrm[], trigger: readonly CrmTrigger[]): Promise<RecordResult[]>;
}

/** Zoho takes so many records in one call. */
export const maxRecords = 100;

const timeoutMs = 20_000;

function codeOf({ json }: ZohoReply): string | undefined {
  const refusal = refusalAnswer.safeParse(json);
  return refusal.success ? refusal.data.code : undefined;
}

/** The CRM through Zoho's API, version 8. */
export function createZohoClient(database: Kysely<Database>, settings: ZohoSettings): CrmClient {
  const { leadIdField } = settings;
  const tokenFor = createTokenSource(database, settings);

  function post(body: string, token: ZohoToken): Promise<ZohoReply> {
    return callZoho(new URL('/crm/v8/Leads', token.apiDomain).href, {
      headers: { authorization: `Zoho-oauthtoken ${token.accessToken}`, 'content-type': 'application/json' },
      body,
      timeoutMs,
    });
  }

  return {
    async insert(leads, trigger) {
      const data = leads.map(({ leadId, record }) =>
        leadIdField === undefined ? record : { ...record, [leadIdField]: leadId },
      );
      const body = JSON.stringify({ data, trigger });
      const token = await tokenFor();
      let reply = await post(body, token);
      if (isTokenRefusal(codeOf(reply))) reply = await post(body, await tokenFor(token.accessToken));

      const answer = insertAnswer.safeParse(reply.json);
      if (!answer.success) throw callError(codeOf(reply), reply.httpStatus, reply.retryAfter);
      const results = answer.data.data.map((record) => recordResult(record, leadIdField));
      if (results.length !== leads.length)
        throw new CrmError('unavailable', 'one result for each record expected');
      return results;
    },
  };
}
