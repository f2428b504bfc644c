/** Instances for tests, and for tools that run from the sources. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readInstanceFolder } from './folder.ts';

/** The sample instance, used by demonstrations. */
export const sampleFolder = readInstanceFolder(
  resolve(import.meta.dirname, '../../../instances/meridian'),
  {},
);

/** A second brand, with only the required fields. */
export const secondBrandDir = resolve(import.meta.dirname, '../fixtures/kaveri');

const ownWords = readFileSync(resolve(import.meta.dirname, '../../../instances/meridian/words.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((word) => word.replace(/[.+]/g, '\\$&'));
const words = [
  ...ownWords,
  'meridian',
  '99 ?%',
  'assured',
  'SAFe',
  '[Ss]crum',
  '[Kk]anban',
  '\\b[Aa]gile\\b',
  'how teams deliver',
  'backlog',
  'on their boards',
  'Bengaluru',
  'Kochi',
  'Toronto',
];

/**
 * Matches names, numbers and claims of the sample brand, and words of its trade. They must not appear with
 * another brand.
 */
export const sampleWords = new RegExp(words.join('|'));
