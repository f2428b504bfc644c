/**
 * Splits a full name into first name and last name.
 * @param fullName one or more words
 * @returns the first word and the rest; a single word becomes the last name, which the CRM requires
 */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/);
  const [first = '', ...others] = words;
  return others.length === 0
    ? { firstName: '', lastName: first }
    : { firstName: first, lastName: others.join(' ') };
}
