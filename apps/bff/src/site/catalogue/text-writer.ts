/** Writes terms of sale and facts of the provider into texts of the upstream, so that each is stored once. */
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
const isTerm = (name: string): name is TermName => (termNames as readonly string[]).includes(name);

export interface TextWriter {
  /**
   * Replaces `{{name}}` in HTML: `refund_steps` (a table, in a separate paragraph), the names of `changeTexts`, and
   * references to the instance and the settings. A name without a value stays, and is passed to `onUnknown`.
   * @throws Refusal `unavailable` while the terms of a text are not known
   */
  write(html: string): string;
  /** The same; a text without the refund steps gets them at its end. */
  writePolicy(html: string): string;
}

interface TextValues {
  /** Undefined while they are not known. */
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
