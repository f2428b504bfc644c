import type { FaultKind, FaultProfile } from '../faults.ts';
import { errorEnvelope, serverError } from './errors.ts';

/** Kinds that apply only to requests that write. */
const onlyOnWrites = new Set<FaultKind>(['lost_answer', 'invalid_data']);

export const razorpayFaultProfile: FaultProfile = {
  strikes: (kind, request) => request.method === 'POST' || !onlyOnWrites.has(kind),
  answers: {
    http_500: () => ({ statusCode: 500, body: serverError() }),
    rate_limit: () => ({
      statusCode: 429,
      body: errorEnvelope({
        description: 'Too many requests',
        source: 'NA',
        step: 'NA',
        reason: 'rate_limited',
      }),
    }),
    invalid_token: () => ({ statusCode: 401, body: errorEnvelope({ description: 'Authentication failed' }) }),
    invalid_data: () => ({
      statusCode: 400,
      body: errorEnvelope({ description: 'The request is invalid.' }, {}, 'amount'),
    }),
  },
};
