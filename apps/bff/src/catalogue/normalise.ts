import { readSchemas } from '@meridian/contracts/call-schemas';
import { calls, type ReadCall, type ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { malformedAnswer } from '../upstream/upstream-error.ts';
import { createHtmlLimit } from './html-limits.ts';
import { rewriteAddresses } from './media-address.ts';
import { createSanitiser, rewriteAt } from './sanitise.ts';

/** Told of a text that was emptied because there is too much of it. */
export type OnEmptied = (call: ReadCallName, reason: string) => void;

/**
 * @param upstreamUrl whose pictures and files are served below `/media` here
 * @returns a function that turns an answer of the upstream into what the site shows: data by the call's schema,
 *   HTML sanitised, addresses rewritten. A status other than 1 passes without data. It throws a `RemoteError`
 *   where the data is not what the call promises
 */
export function createNormaliser(upstreamUrl: string, onEmptied: OnEmptied) {
  const sanitise = createSanitiser(upstreamUrl);

  return (name: ReadCallName, answer: Envelope): Envelope => {
    const { status, message } = answer;
    if (status !== success) return { status, message };
    const parsed = readSchemas[name].data.safeParse(answer.data);
    if (!parsed.success) throw malformedAnswer(name, parsed.error);
    // The schemas build new objects, so the upstream's answer itself is not touched.
    const { data } = parsed;
    const { html = [] }: ReadCall = calls[name];
    const faultOf = createHtmlLimit();
    function safe(text: string): string {
      const fault = faultOf(text);
      if (fault === undefined) return sanitise(text);
      // The page is worth more without this text than not at all.
      onEmptied(name, fault);
      return '';
    }
    for (const path of html) rewriteAt(data, path.split('.'), safe);
    rewriteAddresses(data, upstreamUrl);
    return { status, message, data };
  };
}
