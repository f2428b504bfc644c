/** The words for a read that failed (specification, section 8): refused by the server, or without an answer. */
export function failureWords(error: unknown): string | undefined {
  if (!error) return undefined;
  return (error as { kind?: unknown }).kind === 'refused' ? 'Failed to load content' : 'Fetch error';
}
