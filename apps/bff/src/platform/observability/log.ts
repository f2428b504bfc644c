import pino, { type Logger } from 'pino';
import { loggedError } from './logged-error.ts';

/** Allowed log fields. Other fields are dropped, and their names are logged. */
const fields = new Set([
  'answered',
  'bookingsResumed',
  'attempts',
  'batches',
  'booked',
  'call',
  'claimsChecked',
  'claimsConfirmed',
  'code',
  'deliver',
  'durationMs',
  'err',
  'event',
  'eventId',
  'expired',
  'failures',
  'fields',
  'form',
  'forward',
  'holdsChecked',
  'holdsReleased',
  'leadId',
  'leads',
  'leadsErased',
  'method',
  'kind',
  'mailId',
  'mails',
  'mode',
  'maxPages',
  'orderId',
  'ordersChanged',
  'ordersChecked',
  'opened',
  'outcome',
  'over',
  'pages',
  'paymentId',
  'paymentsChecked',
  'port',
  'purged',
  'queue',
  'providerOrderId',
  'reason',
  'reasons',
  'refundsChecked',
  'reqId',
  'result',
  'role',
  'route',
  'schedule',
  'setAside',
  'signal',
  'state',
  'status',
  'statusCode',
  'target',
  'unread',
  'url',
  'version',
  'changeId',
  'dataRequestId',
  'changesResumed',
  'courseId',
  'number',
  'numbers',
  'orders',
]);

function onlyAllowed(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record);
  const kept = entries.filter(([name]) => fields.has(name));
  if (kept.length === entries.length) return record;
  const leftOut = entries.filter(([name]) => !fields.has(name)).map(([name]) => name);
  return { ...Object.fromEntries(kept), leftOut };
}

export function standardOutput(): pino.DestinationStream {
  return pino.destination({ dest: 1, sync: true });
}

/**
 * Creates a logger that writes JSON lines, by default to stdout. Never log bodies, query strings, names,
 * email addresses and phone numbers.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      formatters: { log: onlyAllowed },
      serializers: { err: (error) => loggedError(error) },
    },
    destination ?? standardOutput(),
  );
}
