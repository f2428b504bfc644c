/** What is read again after a decision about a batch. */
export const batchTags = ['Batches', 'Orders', 'Order', 'Mails', 'Today'] as const;
