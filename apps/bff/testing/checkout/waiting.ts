import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition is true. @throws Error after 25 seconds */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 25_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('the condition was not true within 25 seconds');
    await sleep(50);
  }
}

/** @returns the hex HMAC-SHA256, as Razorpay signs */
export function signed(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
