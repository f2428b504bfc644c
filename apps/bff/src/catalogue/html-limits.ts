import { Parser } from 'htmlparser2';

/** The longest text, far more than any of a page: sanitising takes its time by length, and by depth even more. */
const maxTextLength = 128 * 1024;
const maxDepth = 64;
/** All texts of one answer together. */
const maxAnswerLength = 1024 * 1024;

/** Stops a parser from within: it has no other way to be stopped. */
class TooDeep extends Error {
  override readonly name = 'TooDeep';
  readonly code = 'TOO_DEEP';
  readonly retry = false;
}

/** Whether elements are nested too deeply, as the sanitiser's own parser sees them; it reads no further than that. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > maxDepth) throw new TooDeep();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return false;
  } catch (error) {
    if (error instanceof TooDeep) return true;
    throw error;
  }
}

/** @returns a function that says of one text of an answer after the other what is too much, if anything */
export function createHtmlLimit(): (html: string) => 'too_large' | 'too_deep' | undefined {
  let left = maxAnswerLength;
  return (html) => {
    left -= html.length;
    if (html.length > maxTextLength || left < 0) return 'too_large';
    return isTooDeep(html) ? 'too_deep' : undefined;
  };
}
