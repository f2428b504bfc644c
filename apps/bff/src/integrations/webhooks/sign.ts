/** Signatures of Standard Webhooks: https://www.standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** @returns a new secret, base64 */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64');

/** @returns the secret as its receiver sets it */
export const shownSecret = (secret: string): string => `whsec_${secret}`;

/**
 * @param message.secret base64
 * @param message.seconds when the request is sent, Unix time
 * @returns the headers that let the receiver check a request
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
