/** Properties of which one may set what another one sets, longhands with their shorthands. */
const families = [
  /^(?<family>margin|padding|overflow|background|font|flex|grid|transition|animation|mask|outline|list-style|text-decoration|scroll-margin|scroll-padding|columns?|container)(?:-|$)/,
  /^(?:min-|max-)?(?<family>width|height)$/,
  /^border-(?:\w+-)*(?<family>radius)$/,
  /^(?<family>border)(?:-|$)/,
];
const named: Readonly<Record<string, string>> = {
  'line-height': 'font',
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  'inline-size': 'width',
  'block-size': 'height',
  gap: 'gap',
  'row-gap': 'gap',
  'column-gap': 'gap',
};

/** @returns a name that a property shares with all that it could conflict with */
export function propertyFamily(property: string): string {
  if (property.startsWith('--')) return property;
  const plain = property.replace(/^-(?:webkit|moz|ms)-/, '');
  if (plain.startsWith('inset')) return 'inset';
  const family = families.map((form) => form.exec(plain)?.groups?.family).find(Boolean);
  // `place-items` sets `align-items` and `justify-items`.
  return named[plain] ?? family ?? plain.replace(/^(?:place|align|justify)-/, 'place-');
}
