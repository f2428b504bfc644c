import { createHash } from 'node:crypto';
import type { LeadFormName } from '@meridian/contracts/calls';
import { parseUuid } from '@meridian/contracts/uuid';

/** Beginning of the UUID of a client without a random number generator: eight equal digits, `0` or `f`. */
const constantPattern = /^([0f])\1{7}-/;
/** Shorter ids are counters or texts such as "undefined", which do not identify a submission. */
const minIdLength = 16;

/**
 * Idempotency key of a submission. Ids that are not UUIDs may collide between visitors, so their key includes
 * the body hash. A second body under the same id then makes another lead, not a conflict.
 * @param sent submission id from the client, in lower case
 * @param bodyHash hash of the form's values
 * @returns a UUID, or undefined if the client sent no usable id
 */
export function submissionKey(
  form: LeadFormName,
  sent: string | undefined,
  bodyHash: string,
): string | undefined {
  if (sent === undefined || constantPattern.test(sent)) return undefined;
  if (parseUuid(sent)) return sent;
  if (sent.length < minIdLength || /\s/.test(sent)) return undefined;
  const hex = createHash('sha256')
    .update(JSON.stringify([form, sent, bodyHash]))
    .digest('hex');
  // UUID version 8 (RFC 9562): custom layout.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
