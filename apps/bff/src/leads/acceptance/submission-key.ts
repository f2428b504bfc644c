import { createHash } from 'node:crypto';
import type { LeadFormName } from '@meridian/contracts/calls';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** All bits alike: what a client sends that has no random numbers. */
const constantPattern = /^([0f])\1{7}-/;
/** Shorter texts are counters, or the likes of "undefined": they tell no submission from another. */
const leastIdLength = 16;

/**
 * The key under which a submission is the same when it comes again.
 *
 * A text that is no UUID still tells one submission from another, but perhaps not one visitor from another. So the
 * key is made of the answers too: the same again is the same lead, other answers are another one and no conflict.
 *
 * @param sent the submission id as the client sent it, in lower case
 * @param bodyHash fingerprint of what the form says
 * @returns a UUID, or undefined where the client named nothing that identifies a submission
 */
export function submissionKey(
  form: LeadFormName,
  sent: string | undefined,
  bodyHash: string,
): string | undefined {
  if (sent === undefined || constantPattern.test(sent)) return undefined;
  if (uuidPattern.test(sent)) return sent;
  if (sent.length < leastIdLength || /\s/.test(sent)) return undefined;
  const hex = createHash('sha256')
    .update(JSON.stringify([form, sent, bodyHash]))
    .digest('hex');
  // Version 8 of RFC 9562: made by a rule of one's own.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
