import type { Tag } from '@meridian/contracts/operators/tags';

/** What a decision about an order changes. */
export const orderTags = ['Orders', 'Order', 'Today', 'Documents', 'Mails'] as const satisfies readonly Tag[];
