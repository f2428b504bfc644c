import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FaultKind, FaultProfile } from '../faults.ts';
import { accessToken, invalidToken } from './authorisation.ts';
import { errorBody, internalError } from './errors.ts';
import { tooManyRequests } from './load.ts';
import { throttled } from './token-routes.ts';
import type { Tokens } from './tokens.ts';

const onlyOnWrites = new Set<FaultKind>(['lost_answer', 'invalid_data']);
const onlyOnCrm = new Set<FaultKind>(['lost_answer', 'invalid_data', 'invalid_token']);

const anyBatch = z.object({ data: z.array(z.unknown()) }).catch({ data: [{}] });

/** Refuses every record of a call, as Zoho refuses a text that is too long. */
function refuseRecords(request: FastifyRequest) {
  const data = anyBatch.parse(request.body).data.map((_record, index) =>
    errorBody('INVALID_DATA', 'invalid data', {
      maximum_length: 80,
      api_name: 'Last_Name',
      json_path: `$.data[${index}].Last_Name`,
    }),
  );
  return { statusCode: 202, body: { data } };
}

export const tokenFaultProfile: FaultProfile = {
  strikes: (kind) => !onlyOnCrm.has(kind),
  answers: {
    http_500: () => ({ statusCode: 500, body: internalError() }),
    rate_limit: () => ({ statusCode: 200, body: throttled }),
    invalid_token: () => ({ statusCode: 200, body: { error: 'invalid_code' } }),
    invalid_data: () => ({ statusCode: 200, body: { error: 'invalid_request' } }),
  },
};

/**
 * @param tokens a fault of kind `invalid_token` revokes the token of the request, so that only a new token
 *   works
 */
export function crmFaultProfile(tokens: Tokens): FaultProfile {
  return {
    strikes: (kind, request) => request.method === 'POST' || !onlyOnWrites.has(kind),
    answers: {
      http_500: () => ({ statusCode: 500, body: internalError() }),
      rate_limit: () => {
        const { code, message, statusCode } = tooManyRequests();
        return { statusCode, body: errorBody(code, message) };
      },
      invalid_token: (request) => {
        const { code, message, statusCode } = invalidToken();
        tokens.revoke(accessToken(request) ?? '');
        return { statusCode, body: errorBody(code, message) };
      },
      invalid_data: refuseRecords,
    },
  };
}
