/** Finds mistakes that do not prevent the use of a file. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { Finding } from './content-error.ts';
import { allSlots, type ContentFiles, usedOf } from './content-files.ts';
import type { BatchRuleEntry, CourseEntry } from './course-file.ts';
import { weekdays } from './course-file.ts';
import { lineOfField } from './yaml-lines.ts';

interface FieldWarning {
  field: string;
  message: string;
}

/**
 * A price gets a warning if it is more than this many times the median price, or less than the median divided
 * by this.
 */
const unusualFactor = 10;

const rupeesText = (rupees: number) => formatPaise(Math.round(rupees * 100));

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function* priceWarnings(entry: CourseEntry, median: number): Generator<FieldWarning> {
  const prices = [
    { field: 'discount_fee', price: entry.discount_fee },
    ...entry.batches.map((rule, index) => ({
      field: `batches.${index}.discount_fee`,
      price: rule.discount_fee,
    })),
  ];
  for (const { field, price } of prices) {
    if (price === undefined) continue;
    if (price === 0) yield { field, message: 'is ₹0, which the checkout does not sell' };
    else if (price * unusualFactor < median || price > median * unusualFactor)
      yield {
        field,
        message: `is ${rupeesText(price)}, but the median of all courses is ${rupeesText(median)}: check the price`,
      };
  }
}

function* weekdayWarnings(rules: readonly BatchRuleEntry[]): Generator<FieldWarning> {
  for (const [index, { first, starts_on: startsOn }] of rules.entries()) {
    const weekday = weekdays[new Date(first).getUTCDay()];
    if (weekday !== startsOn)
      yield {
        field: `batches.${index}.first`,
        message: `is a ${weekday}, but starts_on is ${startsOn}: the first batch starts on the following ${startsOn}`,
      };
  }
}

function courseWarnings({ courses }: ContentFiles): Finding[] {
  const used = usedOf(courses);
  const median = medianOf(used.map(({ value }) => value.entry.discount_fee));
  return used.flatMap(({ slot, value: { entry } }) =>
    slot.use === 'current'
      ? [...priceWarnings(entry, median), ...weekdayWarnings(entry.batches)].map((warning) => ({
          file: slot.file,
          line: lineOfField(slot.file, slot.used?.text ?? '', warning.field),
          ...warning,
        }))
      : [],
  );
}

/**
 * @param media paths below `media/` of existing images and files
 * @returns warnings about files whose version on disk is in use
 */
export function findWarnings(files: ContentFiles, media: ReadonlySet<string>): Finding[] {
  const inService = allSlots(files).filter(({ use }) => use === 'current');
  return [
    ...inService.flatMap(({ used }) => used?.warnings ?? []),
    ...inService.flatMap(({ file, used }) =>
      (used?.media ?? [])
        .filter(({ path }) => !media.has(path))
        .map(({ path, line, field }) => ({
          file,
          line,
          field,
          message: `names ${path}, which is not below media/`,
        })),
    ),
    ...courseWarnings(files),
  ];
}
