/**
 * Replaces placeholders in texts of the upstream by terms of sale and data of the training provider, so that
 * each value is stored once.
 */
import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';
import type { RefundPolicy } from '@meridian/contracts/enrolment/refund-policy';
import { changeTexts, refundRows, type TermName, termNames } from '@meridian/contracts/enrolment/terms-text';
import type { ReferenceValues } from '@meridian/contracts/site/text-references';
import { html } from '../../platform/http/html.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface PublishedTerms {
  refundPolicy: RefundPolicy;
  changePolicy: ChangePolicy;
}

/** @returns HTML of a table: each period with its refund */
function refundTable(policy: RefundPolicy): string {
  const cells = refundRows(policy)
    .map(([when, refund]) => `<tr><td>${when}</td><td>${refund}</td></tr>`)
    .join('');
  return `<table><thead><tr><th>You tell us</th><th>You receive back</th></tr></thead><tbody>${cells}</tbody></table>`;
}

const retryAfterSeconds = 10;
const named = /(<p>)?\{\{([a-z_]+)\}\}(<\/p>)?/g;
const steps = '{{refund_steps}}';
const isTerm = (name: string): name is TermName => (termNames as readonly string[]).includes(name);

export interface TextWriter {
  /**
   * Replaces `{{name}}` in HTML: `refund_steps` (a table; the placeholder has its own paragraph), the names
   * of `changeTexts`, and values of the instance and the settings. A placeholder without a value stays, and
   * `onUnknown` is called.
   * @throws Refusal `unavailable` if a text needs terms that are unknown
   */
  write(html: string): string;
  /** Like `write`, but appends the refund steps to a text without them. */
  writePolicy(html: string): string;
}

interface TextValues {
  /** Terms of sale; undefined while they are unknown. */
  terms: () => PublishedTerms | undefined;
  references: () => ReferenceValues;
}

export function createTextWriter(
  { terms, references }: TextValues,
  onUnknown: (name: string) => void,
): TextWriter {
  function termValue(name: TermName): string {
    const current = terms();
    if (!current)
      throw new Refusal('unavailable', 'terms_unknown', 'Failed to load content', { retryAfterSeconds });
    return name === 'refund_steps'
      ? refundTable(current.refundPolicy)
      : changeTexts(current.changePolicy)[name];
  }

  function write(text: string): string {
    return text.replaceAll(named, (found, open = '', name: string, close = '') => {
      if (name === 'refund_steps') return termValue(name);
      const value = isTerm(name) ? termValue(name) : references().get(name);
      if (value === undefined) onUnknown(name);
      return value === undefined ? found : `${open}${html`${value}`.text}${close}`;
    });
  }
  return {
    write,
    writePolicy: (html) =>
      write(html.includes(steps) ? html : `${html}<h2>What a cancellation refunds</h2><p>${steps}</p>`),
  };
}
