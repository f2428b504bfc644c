import { type Envelope, success } from '@meridian/contracts/envelope';

/** An answer to a call that was carried out. */
export function succeed<Data>(data: Data, message = 'OK'): Envelope<Data> {
  return { status: success, message, data };
}

/**
 * An answer to a call that was not carried out. It goes out with HTTP 200: the specification's calls tell by
 * `status` alone.
 */
export function refuse(message: string): Envelope<never> {
  return { status: 0, message };
}
