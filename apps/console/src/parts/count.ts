import { countedTo } from '@meridian/contracts/console/lists';

/** `1`, `42`, `1,000+` */
export const countText = (count: number): string =>
  count >= countedTo ? `${countedTo.toLocaleString('en-IN')}+` : String(count);
