import { readSchemas } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { readRules } from '@meridian/contracts/read-rules';
import type { ReferenceValues } from '@meridian/contracts/site/text-references';
import { openBatches } from '../../partners/upstream/closed-batches.ts';
import { malformedAnswer } from '../../partners/upstream/upstream-error.ts';
import { createHtmlLimit } from './html-limits.ts';
import { rewriteAddresses } from './media-address.ts';
import { createSanitiser, rewriteAt } from './sanitise.ts';
import { createTextWriter, type PublishedTerms } from './text-writer.ts';

interface NormaliserOptions {
  /** What `{{name}}` stands for, besides terms of sale. */
  references: () => ReferenceValues;
  /** Its images and files are served below `/media`. */
  upstreamUrl: string;
  /** Undefined while they are not known. */
  terms: () => PublishedTerms | undefined;
  /** Called when a text exceeds the limit and is emptied. */
  onEmptied: (call: ReadCallName, reason: string) => void;
  /** Called when a text refers to a value that does not exist, or is not set. */
  onUnknownName: (name: string) => void;
}

/**
 * @returns a function that converts an upstream answer: data parsed by the call's schema, HTML sanitised and
 *   completed with the values that it refers to, addresses rewritten. A status other than 1 passes without data. Throws a `RemoteError` if the data does
 *   not match the schema, a `Refusal` while the terms of a text that refers to them are not known
 */
export function createNormaliser({ upstreamUrl, onEmptied, onUnknownName, ...values }: NormaliserOptions) {
  const sanitise = createSanitiser(upstreamUrl);
  const writer = createTextWriter(values, onUnknownName);

  return (name: ReadCallName, request: object, answer: Envelope): Envelope => {
    const { status, message } = answer;
    if (status !== success) return { status, message };
    const parsed = readSchemas[name].data.safeParse(openBatches(answer.data).data);
    if (!parsed.success) throw malformedAnswer(name, parsed.error);
    // Zod builds new objects, so the upstream's answer is not mutated.
    const { data } = parsed;
    const { html = [] } = readRules[name];
    const isRefundPolicy = 'page_name' in request && request.page_name === 'refund_policy';
    const write = isRefundPolicy ? writer.writePolicy : writer.write;
    const faultOf = createHtmlLimit();
    function safe(text: string): string {
      const fault = faultOf(text);
      if (fault === undefined) return write(sanitise(text));
      // The page is shown without this text.
      onEmptied(name, fault);
      return '';
    }
    for (const path of html) rewriteAt(data, path.split('.'), safe);
    rewriteAddresses(data, upstreamUrl);
    return { status, message, data };
  };
}
