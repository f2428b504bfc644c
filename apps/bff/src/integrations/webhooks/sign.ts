/** Signatures of Standard Webhooks: https://www.standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** @returns a new secret, base64 */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64');

/** @returns the secret in the format of Standard Webhooks, for the receiver */
export const shownSecret = (secret: string): string => `whsec_${secret}`;

/**
 * @param message.secret base64
 * @param message.seconds time of the request, in seconds since 1970
 * @returns the signature headers of a request
 */
export function signedHeaders(message: {
  id: string;
  seconds: number;
  body: string;
  secret: string;
}): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const { id, seconds, body, secret } = message;
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
