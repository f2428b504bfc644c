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
  /** Values of the placeholders `{{name}}`, besides terms of sale. */
  references: () => ReferenceValues;
  /** Base URL of the upstream. Its images and files are served below `/media`. */
  upstreamUrl: string;
  /** Terms of sale; undefined while they are unknown. */
  terms: () => PublishedTerms | undefined;
  /** Called when a text exceeds the limit and is replaced by an empty one. */
  onEmptied: (call: ReadCallName, reason: string) => void;
  /** Called for a placeholder that does not exist or has no value. */
  onUnknownName: (name: string) => void;
}

/**
 * @returns a function that converts an upstream answer: it parses the data by the call's schema, sanitises
 * HTML, replaces placeholders and rewrites URLs. An answer with a status other than 1 is returned without
 * data.
 * The function throws a `RemoteError` if the data does not match the schema, and a `Refusal` if a text needs
 * terms that are unknown
 */
export function createNormaliser({ upstreamUrl, onEmptied, onUnknownName, ...values }: NormaliserOptions) {
  const sanitise = createSanitiser(upstreamUrl);
  const writer = createTextWriter(values, onUnknownName);

  return (name: ReadCallName, request: object, answer: Envelope): Envelope => {
    const { status, message } = answer;
    if (status !== success) return { status, message };
    const parsed = readSchemas[name].data.safeParse(openBatches(answer.data).data);
    if (!parsed.success) throw malformedAnswer(name, parsed.error);
    // Zod returns new objects, so the upstream's answer is not mutated.
    const { data } = parsed;
    const { html = [] } = readRules[name];
    const isRefundPolicy = 'page_name' in request && request.page_name === 'refund_policy';
    const write = isRefundPolicy ? writer.writePolicy : writer.write;
    const faultOf = createHtmlLimit();
    function safe(text: string): string {
      const fault = faultOf(text);
      if (fault === undefined) return write(sanitise(text));
      // The page is shown with an empty text.
      onEmptied(name, fault);
      return '';
    }
    for (const path of html) rewriteAt(data, path.split('.'), safe);
    rewriteAddresses(data, upstreamUrl);
    return { status, message, data };
  };
}
