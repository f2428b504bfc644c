import { countedTo } from '@meridian/contracts/operators/console/lists';

/** `1`, `42`, `1,000+` */
export const countText = (count: number, end: number = countedTo): string =>
  count >= end ? `${end.toLocaleString('en-IN')}+` : String(count);
