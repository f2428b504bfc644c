/** Where submissions that wait for the network are stored. */
export const outboxKey = 'outbox';
