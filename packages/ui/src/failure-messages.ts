export interface FailureMessages {
  refused: string;
  unreachable: string;
}

const defaultMessages: FailureMessages = { refused: 'Failed to load content', unreachable: 'Fetch error' };

/**
 * Message for a failed read (specification, section 8): `refused` if the call was refused or its content does
 * not exist, `unreachable` for all other failures.
 * @returns undefined if there is no error
 */
export function failureMessage(error: unknown, words: FailureMessages = defaultMessages): string | undefined {
  if (!error) return undefined;
  const { kind } = error as { kind?: unknown };
  return kind === 'refused' || kind === 'missing' ? words.refused : words.unreachable;
}
