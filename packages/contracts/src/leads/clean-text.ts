/** Cleans typed and pasted text before validation. */

// PostgreSQL refuses NUL. Zero-width spaces, BOMs, soft hyphens and bidi controls come with copied text and
// are not part of any letter.
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/g;

const fixedSpaces = /[\u00a0\u2007\u202f]/g;

// Indian scripts, Persian and emoji need joiners between letters, and after a virama also at the end.
const mail = String.raw`\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}`;
const joiner = String.raw`[\u200c\u200d]`;
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const uselessJoiners = new RegExp(
  [
    `(?<![${mail}])${joiner}+`,
    String.raw`(?<!${virama})${joiner}+(?![${mail}\u200c\u200d])`,
    String.raw`(?<=\p{Script=Latin})${joiner}+(?=\p{Script=Latin})`,
  ].join('|'),
  'gu',
);

const visible = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/**
 * Removes invisible characters, control characters except tabs and line breaks, and surrounding white
 * space. Keeps joiners where a script needs them. Replaces lone surrogates with U+FFFD, and fixed spaces
 * with normal ones.
 * @returns an empty string if nothing visible is left
 */
export function cleanText(value: string): string {
  const cleaned = value
    .toWellFormed()
    .replace(invisible, '')
    .replace(fixedSpaces, ' ')
    .replace(uselessJoiners, '')
    .trim();
  return visible.test(cleaned) ? cleaned : '';
}

/** Truncates a text that a program fills in. */
export function cutText(value: string, maxLength: number): string {
  // Removes the first half of a surrogate pair that the cut may leave at the end.
  return cleanText(
    cleanText(value)
      .slice(0, maxLength)
      .replace(/[\ud800-\udbff]$/, ''),
  );
}
