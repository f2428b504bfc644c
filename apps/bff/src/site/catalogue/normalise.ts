import { readSchemas } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { readRules } from '@meridian/contracts/read-rules';
import { malformedAnswer } from '../../partners/upstream/upstream-error.ts';
import { createHtmlLimit } from './html-limits.ts';
import { rewriteAddresses } from './media-address.ts';
import { createSanitiser, rewriteAt } from './sanitise.ts';

/** Called when a text exceeds the limit and is emptied. */
export type OnEmptied = (call: ReadCallName, reason: string) => void;

/**
 * @param upstreamUrl its images and files are served below `/media`
 * @returns a function that converts an upstream answer: data parsed by the call's schema, HTML sanitised,
 *   addresses rewritten. A status other than 1 passes without data. Throws a `RemoteError` if the data does
 *   not match the schema
 */
export function createNormaliser(upstreamUrl: string, onEmptied: OnEmptied) {
  const sanitise = createSanitiser(upstreamUrl);

  return (name: ReadCallName, answer: Envelope): Envelope => {
    const { status, message } = answer;
    if (status !== success) return { status, message };
    const parsed = readSchemas[name].data.safeParse(answer.data);
    if (!parsed.success) throw malformedAnswer(name, parsed.error);
    // Zod builds new objects, so the upstream's answer is not mutated.
    const { data } = parsed;
    const { html = [] } = readRules[name];
    const faultOf = createHtmlLimit();
    function safe(text: string): string {
      const fault = faultOf(text);
      if (fault === undefined) return sanitise(text);
      // The page is shown without this text.
      onEmptied(name, fault);
      return '';
    }
    for (const path of html) rewriteAt(data, path.split('.'), safe);
    rewriteAddresses(data, upstreamUrl);
    return { status, message, data };
  };
}
