import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const periodMs = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/**
 * Computes the code that an authenticator app shows (RFC 6238).
 * @param secret in base 32, or an `otpauth:` URL that contains it
 * @param steps periods of 30 s from now; servers also accept the codes of -1 and 1
 */
export function totpOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / periodMs) + steps));
  const key = secret.includes(':') ? (new URL(secret).searchParams.get('secret') ?? '') : secret;
  const hash = createHmac('sha1', fromBase32(key)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
