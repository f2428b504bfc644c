/** Fields of a lead, with their labels. */

/** The fields that come first, in this order. Other fields follow in the order in which they are stored. */
const first = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'mobile_number',
  'company_name',
];
const long = ['message', 'comment', 'query', 'feedback'];

/** @param name for example `phone_number` @returns the label, for example `Phone number` */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isLong = (name: string) => long.includes(name);

const placeOf = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);

/** @returns names and values of the fields; the fields of the person come first */
export const inOrder = (values: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(values).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
