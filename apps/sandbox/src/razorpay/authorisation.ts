import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';
import { RazorpayError } from './errors.ts';

/** Creates a hook that requires Basic authentication with key id and key secret. */
export function requireKey(settings: Pick<Settings, 'razorpayKeyId' | 'razorpayKeySecret'>) {
  const credentials = `${settings.razorpayKeyId}:${settings.razorpayKeySecret}`;
  const expected = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`);

  return async function checkKey(request: FastifyRequest): Promise<void> {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new RazorpayError('Authentication failed', { statusCode: 401 });
    }
  };
}
