/** Describes faults in the upstream's content, for the editors of the content. */
import { seatFee } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';

type Fault = readonly [isWrong: boolean, words: string];

const toTexts = (faults: readonly Fault[]): string[] =>
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
  return toTexts([
    [name === '', 'has no name'],
    [slug === '', 'has no address (seo_slug): no page shows it'],
    [category === '' || categorySlug === '', 'has no category'],
    [(known.get(slug) ?? 0) > 1, 'has the same address as another course'],
  ]);
}

/** @param now decides which batches have begun */
export function batchFaults(batch: BatchOnSale, now: Date): string[] {
  const [start, end] = [readDay(batch.start_date), readDay(batch.end_date)];
  const { seats_total: total, seats_left: left } = batch;
  return toTexts([
    [start === null, 'has no valid first day'],
    [end === null, 'has no valid last day'],
    [start !== null && end !== null && end < start, 'ends before it begins'],
    [start !== null && start < dayInIndia(now), 'has begun'],
    [seatFee(batch) === null, 'has no price: it cannot be sold'],
    [total !== undefined && left !== undefined && left > total, 'has more seats left than it has seats'],
  ]);
}
