import { randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** @returns random base-62 characters, as in Razorpay's ids */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('');
}

/** @returns random digits without a leading 0, as in Zoho's ids */
export function randomDigits(length: number): string {
  return Array.from({ length }, (_, place) => randomInt(place === 0 ? 1 : 0, 10)).join('');
}

/** @returns the current time in Unix seconds, as in Razorpay's entities */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
