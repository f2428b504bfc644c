/** Describes faults in the content of the upstream for its editors. Pure. */
import { seatFee } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';

type Fault = readonly [isWrong: boolean, words: string];

const wordsOf = (faults: readonly Fault[]): string[] =>
  faults.filter(([isWrong]) => isWrong).map(([, words]) => words);

export function courseFaults(
  {
    name,
    category_name: category,
    seo_slug: slug,
    category_seo_slug: categorySlug,
  }: Record<'name' | 'category_name' | 'seo_slug' | 'category_seo_slug', string>,
  known: ReadonlyMap<string, number>,
): string[] {
  return wordsOf([
    [name === '', 'has no name'],
    [slug === '', 'has no address (seo_slug): no page shows it'],
    [category === '' || categorySlug === '', 'has no category'],
    [(known.get(slug) ?? 0) > 1, 'has the address of another course'],
  ]);
}

/** @param now decides what is over */
export function batchFaults(batch: BatchOnSale, now: Date): string[] {
  const [start, end] = [readDay(batch.start_date), readDay(batch.end_date)];
  const { seats_total: total, seats_left: left } = batch;
  return wordsOf([
    [start === null, 'has no day of its beginning that can be read'],
    [end === null, 'has no day of its end that can be read'],
    [start !== null && end !== null && end < start, 'ends before it begins'],
    [start !== null && start < dayInIndia(now), 'has begun'],
    [seatFee(batch) === null, 'has no price: it cannot be sold'],
    [total !== undefined && left !== undefined && left > total, 'has more seats left than in all'],
  ]);
}
