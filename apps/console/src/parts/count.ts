import { countedTo } from '@meridian/contracts/operators/console/lists';

/** @returns `1 seat`, `2 seats`, `2 batches` */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `1`, `42`, `1,000+` */
export const countText = (count: number, end: number = countedTo): string =>
  count >= end ? `${end.toLocaleString('en-IN')}+` : String(count);
