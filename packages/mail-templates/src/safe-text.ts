/** Text that people typed: cleaned and cut before it is in a mail. React escapes it. */
import { cleanText, cutText } from '@meridian/contracts/leads/clean-text';

const lineBreaks = /[\s\u0085\u2028\u2029]+/g;
const maxSubjectLength = 150;

/** @returns one line of at most `maxLength` UTF-16 units, with an ellipsis where it was cut */
export function oneLine(value: string, maxLength = 200): string {
  const line = cleanText(value.replace(lineBreaks, ' '));
  return line.length <= maxLength ? line : `${cutText(line, maxLength - 1)}…`;
}

/** A subject is a header: without line breaks nothing of a value becomes a separate header. */
export function subjectOf(value: string): string {
  return oneLine(value, maxSubjectLength);
}

const maxTextLength = 4_000;

/** @returns the lines of a text, without empty ones at its ends */
export function linesOf(value: string): string[] {
  return cutText(value, maxTextLength)
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => line.trimEnd());
}

const notOfANameOnly = /[\d/\\@<>]|\.\p{L}|www/iu;
const maxNameLength = 60;

/** A name that carries an address is no greeting: mails must not deliver a stranger's text. */
export function greeting(name: string): string {
  const line = oneLine(name, maxNameLength);
  return line === '' || notOfANameOnly.test(line) ? 'Hello,' : `Hello ${line},`;
}
