/** Instances for tests and tools that run from the sources. */
import { resolve } from 'node:path';
import { readInstanceFolder } from './folder.ts';

/** The instance of the demonstration. */
export const sampleFolder = readInstanceFolder(
  resolve(import.meta.dirname, '../../../instances/meridian'),
  {},
);

/** A second brand, with no more than what is required. */
export const secondBrandDir = resolve(import.meta.dirname, '../fixtures/kaveri');

/** Words of the demonstration: none of them may be shown with another brand. */
export const sampleWords =
  /[Mm]eridian|Kavita Rao|Residency Road|29AAAAM|4718 ?20|99000 ?12020|Fortune 100|3500\+|10,000|730\+|23\+|99 ?%|assured|SAFe|[Ss]crum|[Kk]anban|\b[Aa]gile\b|how teams deliver|backlog|on their boards|Bengaluru|Kochi|Toronto/;
