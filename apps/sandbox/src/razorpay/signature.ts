import { createHmac } from 'node:crypto';

/** Hex HMAC-SHA256: signature of the checkout (`order_id|payment_id`) and of webhooks (raw body). */
export function sign(content: string, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
