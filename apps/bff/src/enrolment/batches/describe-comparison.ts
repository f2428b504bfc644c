/** Describes a comparison of batches, for the command line and the console. */
import type { Comparison } from './compare-batches.ts';

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const describeComparison = ({ compared, unread, opened, over }: Comparison): string =>
  [
    `${countOf(compared, 'batch', 'batches')} compared: ${countOf(opened, 'new change', 'new changes')}`,
    ...(over > 0 ? [`${over} no longer ${over === 1 ? 'applies' : 'apply'}`] : []),
    ...(unread > 0 ? [`${countOf(unread, 'batch', 'batches')} could not be read`] : []),
  ].join(', ');
