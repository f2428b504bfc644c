import { type Envelope, success } from '@meridian/contracts/envelope';

/** A successful answer. */
export function succeed<Data>(data: Data, message = 'OK'): Envelope<Data> {
  return { status: success, message, data };
}

/** A refusal, sent with HTTP 200: in the specification, only `status` indicates success. */
export function refuse(message: string): Envelope<never> {
  return { status: 0, message };
}
