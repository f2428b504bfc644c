import type { Tag } from '../../api/api.ts';

/** What a decision about an order changes. */
export const orderTags = ['Orders', 'Order', 'Today', 'Documents', 'Mails'] as const satisfies readonly Tag[];
