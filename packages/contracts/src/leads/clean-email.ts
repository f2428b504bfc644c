import { cleanText } from './clean-text.ts';

/** What is longer is no address, and is not worth looking into. */
const maxLookedInto = 1_000;

const aroundMark = /[\u00a0\u2007\u202f]*([@.])[\u00a0\u2007\u202f]*/g;

/** Full-width forms, as East Asian keyboards write them, in ASCII. */
function halfWidth(text: string): string {
  return text
    .replace(/[\u3002\uff61\ufe52]/g, '.')
    .replaceAll('\ufe6b', '@')
    .replace(/[\uff01-\uff5e]/g, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0));
}

/** Takes an address out of `mailto:…?subject=…`, `Asha Rao <…>`, quotes, brackets and punctuation around it. */
function unwrapped(text: string): string {
  const link = text.replace(/^mailto:([^?]*).*$/is, '$1');
  const address = /<([^<>]*@[^<>]*)>/.exec(link)?.[1] ?? link;
  const bare = address.replace(/^[\s<([{“‘«'`,;:]+/, '').replace(/[\s.,;:>)\]}"'”’»`]+$/, '');
  // A quoted name before the @ is an address, if a rare one.
  return /^"[^"]*"@/.test(bare) ? bare : bare.replace(/^"+/, '');
}

/** Dots that no mail server takes: at either end of a part, and several in a row. */
function withSingleDots(part: string): string {
  return part.replace(/\.{2,}/g, '.').replace(/^\.|\.$/g, '');
}

function withSoundDots(address: string): string {
  const [local = '', domain, ...others] = address.split('@');
  if (domain === undefined || others.length > 0 || local.startsWith('"')) return address;
  return `${withSingleDots(local)}@${withSingleDots(domain)}`;
}

/**
 * Cleans an e-mail address of what copying and small slips leave on it: invisible characters, `mailto:`, a name and
 * angle brackets around it, full-width marks, a trailing dot, a dot before the `@`. It judges nothing: what is no
 * address stays none. Cleaning twice changes nothing more.
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
