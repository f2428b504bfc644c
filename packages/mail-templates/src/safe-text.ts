/** Cleans and truncates text that people typed, before an email contains it. React escapes it. */
import { cleanText, cutText } from '@meridian/contracts/leads/clean-text';

const lineBreaks = /[\s\u0085\u2028\u2029]+/g;
const maxSubjectLength = 150;

/** @returns one line of at most `maxLength` UTF-16 units; a truncated line ends with an ellipsis */
export function oneLine(value: string, maxLength = 200): string {
  const line = cleanText(value.replace(lineBreaks, ' '));
  return line.length <= maxLength ? line : `${cutText(line, maxLength - 1)}…`;
}

/** Text for a subject. Without line breaks, it cannot add another header. */
export function subjectOf(value: string): string {
  return oneLine(value, maxSubjectLength);
}

const maxTextLength = 4_000;

/** @returns the lines of the text, cleaned and truncated to `maxTextLength` UTF-16 units */
export function linesOf(value: string): string[] {
  return cutText(value, maxTextLength)
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => line.trimEnd());
}

const notInNames = /[\d/\\@<>]|\.\p{L}|www/iu;
/** For example `A.P.`; a domain has more than one letter after its last dot. */
const initials = /(?<=^|\s)\p{L}(?:\.\p{L})+\.?(?=\s|$)/gu;
const maxNameLength = 60;

/**
 * Greets by name. A name that may contain a URL is left out, so that our emails do not deliver a stranger's
 * text. Digits, slashes, `@`, angle brackets, `www` or a dot before a letter make a name suspect; initials do
 * not.
 */
export function greeting(name: string): string {
  const line = oneLine(name, maxNameLength);
  return line === '' || notInNames.test(line.replace(initials, '')) ? 'Hello,' : `Hello ${line},`;
}
