/** What a selector asks of a page, and how specific it is. Its parts are those of Lightning CSS. */
import { transform } from 'lightningcss';

interface SelectorPart {
  type: string;
  name?: string;
  kind?: string;
  selectors?: SelectorPart[][];
  of?: SelectorPart[][] | null;
}

export interface Selector {
  text: string;
  /** Comparable number. */
  specificity: number;
  /** Words that a page has to contain for it to match: `.class`, `element`, `type=search`. */
  needs: readonly string[];
  /** What it styles: elements of one name or of any, or a part of them such as `before`. */
  subject: { element: string | undefined; part: string | undefined };
}

const ofClass = 1_000;
const ofId = 1_000_000;

/** Parts of fields of one type, by the names of their pseudo-elements. */
const fieldParts: readonly (readonly [RegExp, string])[] = [
  [/^-webkit-(?:date|calendar)/, 'type=date'],
  [/^-webkit-(?:inner|outer)-spin/, 'type=number'],
  [/^-webkit-search/, 'type=search'],
  [/^file-selector-button$/, 'type=file'],
];

function partSpecificity({ type, kind, selectors, of }: SelectorPart): number {
  switch (type) {
    case 'id':
      return ofId;
    case 'type':
    case 'pseudo-element':
      return 1;
    case 'class':
    case 'attribute':
      return ofClass;
    case 'pseudo-class':
      if (kind === 'where') return 0;
      if (kind === 'is' || kind === 'not' || kind === 'has' || kind === 'any') return highest(selectors);
      return ofClass + highest(of ?? []);
    default:
      return 0;
  }
}

function specificityOf(parts: readonly SelectorPart[]): number {
  return parts.reduce((sum, part) => sum + partSpecificity(part), 0);
}

function highest(selectors: readonly SelectorPart[][] = []): number {
  return Math.max(0, ...selectors.map(specificityOf));
}

/** A choice of several selectors asks only for what all of them ask for. */
function choiceNeeds(selectors: readonly SelectorPart[][] = []): string[] {
  const [first = [], ...others] = selectors.map(needsOf);
  return first.filter((need) => others.every((needs) => needs.includes(need)));
}

function partNeeds({ type, kind = '', name = '', selectors }: SelectorPart): string[] {
  if (type === 'class') return [`.${name}`];
  if (type === 'type') return [name];
  if (type === 'pseudo-element')
    return fieldParts.filter(([form]) => form.test(kind === 'custom' ? name : kind)).map(([, need]) => need);
  // The site has no shadow trees.
  if (type === 'pseudo-class' && kind === 'host') return ['shadow tree'];
  return type === 'pseudo-class' && /^(?:is|where|any|has)$/.test(kind) ? choiceNeeds(selectors) : [];
}

function needsOf(parts: readonly SelectorPart[]): string[] {
  return [...new Set(parts.flatMap(partNeeds))];
}

function subjectOf(parts: readonly SelectorPart[]): Selector['subject'] {
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'combinator') + 1);
  const part = last.find(({ type }) => type === 'pseudo-element');
  return {
    element: last.find(({ type }) => type === 'type')?.name,
    part: part && (part.kind === 'custom' ? part.name : part.kind),
  };
}

/** @returns whether two selectors can style the same */
export function canMeet({ subject: one }: Selector, { subject: other }: Selector): boolean {
  const sameElement = !one.element || !other.element || one.element === other.element;
  return one.part === other.part && sameElement;
}

/** @param texts single selectors. @throws Error where one of them cannot be read */
export function readSelectors(texts: readonly string[]): Selector[] {
  const read: Selector[] = [];
  transform({
    filename: 'selectors.css',
    code: Buffer.from(texts.map((text) => `${text}{color:red}`).join('\n')),
    visitor: {
      Rule: {
        style({ value }) {
          const [parts = []] = value.selectors as SelectorPart[][];
          const text = texts[read.length] ?? '';
          read.push({
            text,
            specificity: specificityOf(parts),
            needs: needsOf(parts),
            subject: subjectOf(parts),
          });
        },
      },
    },
  });
  if (read.length !== texts.length) throw new Error('Not every selector of the style sheet can be read');
  return read;
}
