import { Parser } from 'htmlparser2';

/**
 * Max characters of one text, far above real ones. The sanitiser's time grows with the length and, faster,
 * with the depth.
 */
const maxTextLength = 128 * 1024;
const maxDepth = 64;
/** Max characters of all texts in one answer. */
const maxAnswerLength = 1024 * 1024;

/** Thrown from a callback of htmlparser2, which is the only way to abort it. */
class TooDeep extends Error {
  override readonly name = 'TooDeep';
  readonly code = 'TOO_DEEP';
  readonly retry = false;
}

/** True if the elements are nested too deeply for the sanitiser's parser. Stops parsing at the limit. */
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

/** @returns a check to call for each text of one answer; it returns the exceeded limit, or undefined */
export function createHtmlLimit(): (html: string) => 'too_large' | 'too_deep' | undefined {
  let left = maxAnswerLength;
  return (html) => {
    left -= html.length;
    if (html.length > maxTextLength || left < 0) return 'too_large';
    return isTooDeep(html) ? 'too_deep' : undefined;
  };
}
