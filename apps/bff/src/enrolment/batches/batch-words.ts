/** What became of an operator's word on a batch, in sentences for the command and the console. */
import type { Comparison } from './compare-batches.ts';
import type { JoiningSet } from './joining.ts';

const ordersInWords = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`);

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const comparisonInWords = ({ compared, unread, opened, over }: Comparison): string =>
  [
    `${countOf(compared, 'batch', 'batches')} compared: ${countOf(opened, 'new change', 'new changes')}`,
    ...(over > 0 ? [`${over} over by now`] : []),
    ...(unread > 0 ? [`${countOf(unread, 'batch', 'batches')} could not be read`] : []),
  ].join(', ');

export const confirmedInWords = (orders: number): string =>
  `Confirmed, and mailed to everybody of ${ordersInWords(orders)}`;

export const dismissedInWords = 'Dismissed: nobody is mailed';

export const joiningInWords = (result: JoiningSet): string =>
  result.kind === 'same'
    ? 'These are the instructions already: nobody is mailed'
    : `Set, and mailed to everybody of ${ordersInWords(result.orders)}`;
