/** Writes the terms of sale into texts of the upstream, so that a page states what the checkout enforces. */
import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';
import type { RefundPolicy } from '@meridian/contracts/enrolment/refund-policy';
import { changeTexts, refundRows } from '@meridian/contracts/enrolment/terms-text';
import { Refusal } from '../../platform/refusal.ts';

export interface PublishedTerms {
  refundPolicy: RefundPolicy;
  changePolicy: ChangePolicy;
}

/** @returns a table of the steps of time and what each refunds, as HTML */
function refundTable(policy: RefundPolicy): string {
  const cells = refundRows(policy)
    .map(([when, refund]) => `<tr><td>${when}</td><td>${refund}</td></tr>`)
    .join('');
  return `<table><thead><tr><th>You tell us</th><th>You receive back</th></tr></thead><tbody>${cells}</tbody></table>`;
}

const retryAfterSeconds = 10;
const named = /(<p>)?\{\{([a-z_]+)\}\}(<\/p>)?/g;
const steps = '{{refund_steps}}';

export interface TermsWriter {
  /**
   * Replaces `{{name}}` in HTML: `refund_steps` (a table, in a separate paragraph), and the names of `changeTexts`. A
   * name that is not known stays, and is passed to `onUnknown`.
   * @throws Refusal `unavailable` while the terms are not known
   */
  write(html: string): string;
  /** The same; a text without the refund steps gets them at its end. */
  writePolicy(html: string): string;
}

/** @param terms undefined while they are not known */
export function createTermsWriter(
  terms: () => PublishedTerms | undefined,
  onUnknown: (name: string) => void,
): TermsWriter {
  function write(html: string): string {
    if (!html.includes('{{')) return html;
    const current = terms();
    if (!current)
      throw new Refusal('unavailable', 'terms_unknown', 'Failed to load content', { retryAfterSeconds });
    const values = new Map<string, string>([
      ['refund_steps', refundTable(current.refundPolicy)],
      ...Object.entries(changeTexts(current.changePolicy)),
    ]);
    return html.replaceAll(named, (found, open = '', name: string, close = '') => {
      const value = values.get(name);
      if (value === undefined) onUnknown(name);
      if (value === undefined) return found;
      return value.startsWith('<table') ? value : `${open}${value}${close}`;
    });
  }
  return {
    write,
    writePolicy: (html) =>
      write(html.includes(steps) ? html : `${html}<h2>What a cancellation refunds</h2><p>${steps}</p>`),
  };
}
