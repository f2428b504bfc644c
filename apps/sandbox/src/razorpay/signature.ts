import { createHmac } from 'node:crypto';

/** @returns the hex HMAC-SHA256 that signs a checkout (`order_id|payment_id`) or a webhook (raw body) */
export function sign(content: string, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
