export interface FailureWords {
  refused: string;
  unreachable: string;
}

const usualWords: FailureWords = { refused: 'Failed to load content', unreachable: 'Fetch error' };

/**
 * The words for a read that failed (specification, section 8): refused by the server, or without an answer.
 * @returns undefined where there is no error
 */
export function failureWords(error: unknown, words: FailureWords = usualWords): string | undefined {
  if (!error) return undefined;
  const { kind } = error as { kind?: unknown };
  return kind === 'refused' || kind === 'missing' ? words.refused : words.unreachable;
}
