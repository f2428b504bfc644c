/**
 * Splits a full name for the CRM, which wants a first and a last name.
 *
 * @param fullName one or more words with any white space between them
 * @returns the first word, and all the others as the last name; a single word is the last name, because the
 *   CRM accepts no record without one
 */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/);
  const [first = '', ...others] = words;
  return others.length === 0
    ? { firstName: '', lastName: first }
    : { firstName: first, lastName: others.join(' ') };
}
