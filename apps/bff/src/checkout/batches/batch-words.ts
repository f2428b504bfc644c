/** What became of an operator's word on a batch, in sentences for the command and the console. */
import type { Comparison } from './compare-batches.ts';
import type { JoiningSet } from './joining.ts';

const ordersInWords = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`);

export const comparisonInWords = ({ compared, unread, opened, over }: Comparison): string =>
  `${compared} compared, ${unread} could not be read, ${opened} new changes, ${over} over`;

export const confirmedInWords = (orders: number): string =>
  `Confirmed, and mailed to everybody of ${ordersInWords(orders)}`;

export const dismissedInWords = 'Dismissed: nobody is mailed';

export const joiningInWords = (result: Exclude<JoiningSet, { kind: 'not_possible' }>): string =>
  result.kind === 'same'
    ? 'These are the instructions already: nobody is mailed'
    : `Set, and mailed to everybody of ${ordersInWords(result.orders)}`;
