import { cleanText } from './clean-text.ts';

/** Longer texts are cleaned like other texts, but not parsed as an address. */
const maxLookedInto = 1_000;

const aroundMark = /[\u00a0\u2007\u202f]*([@.])[\u00a0\u2007\u202f]*/g;

/** Converts full-width characters of East Asian keyboards to ASCII. */
function halfWidth(text: string): string {
  return text
    .replace(/[\u3002\uff61\ufe52]/g, '.')
    .replaceAll('\ufe6b', '@')
    .replace(/[\uff01-\uff5e]/g, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0));
}

/** Extracts an address from `mailto:…?subject=…`, `Asha Rao <…>`, quotes, brackets and punctuation. */
function unwrapped(text: string): string {
  const link = text.replace(/^mailto:([^?]*).*$/is, '$1');
  const address = /<([^<>]*@[^<>]*)>/.exec(link)?.[1] ?? link;
  const bare = address.replace(/^[\s<([{“‘«'`,;:]+/, '').replace(/[\s.,;:>)\]}"'”’»`]+$/, '');
  // A quoted local part is valid, though rare.
  return /^"[^"]*"@/.test(bare) ? bare : bare.replace(/^"+/, '');
}

/** Removes leading, trailing and repeated dots, which mail servers refuse. */
function withSingleDots(part: string): string {
  return part.replace(/\.{2,}/g, '.').replace(/^\.|\.$/g, '');
}

function withSoundDots(address: string): string {
  const [local = '', domain, ...others] = address.split('@');
  if (domain === undefined || others.length > 0 || local.startsWith('"')) return address;
  return `${withSingleDots(local)}@${withSingleDots(domain)}`;
}

/**
 * Repairs an email address: removes invisible characters, `mailto:`, display name, angle brackets and surplus
 * dots, and converts full-width characters. Does not validate. Idempotent.
 */
export function cleanEmail(value: string): string {
  if (value.length > maxLookedInto) return cleanText(value);
  let cleaned = cleanText(halfWidth(value).replace(aroundMark, '$1'));
  for (;;) {
    const next = cleanText(withSoundDots(unwrapped(cleaned)));
    if (next === cleaned) return cleaned;
    cleaned = next;
  }
}
