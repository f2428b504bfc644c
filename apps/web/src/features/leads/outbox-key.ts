/** Storage key of submissions that wait for the network. */
export const outboxKey = 'outbox';
