import type { Migration } from 'kysely/migration';
import { leads } from './0001-leads.ts';
import { checkout } from './0002-checkout.ts';
import { deliveryTurn } from './0003-delivery-turn.ts';
import { operations } from './0004-operations.ts';
import { quickTurns } from './0005-quick-turns.ts';
import { refundsAndDisputes } from './0006-refunds-and-disputes.ts';
import { paymentClaims } from './0007-payment-claims.ts';
import { fileQuotas } from './0011-file-quotas.ts';
import { seats } from './0012-seats.ts';
import { coupons } from './0018-coupons.ts';
import { attendees } from './0019-attendees.ts';
import { waitlist } from './0020-waitlist.ts';
import { bookingChanges } from './0021-booking-changes.ts';
import { billing } from './0030-billing.ts';
import { invoices } from './0031-invoices.ts';
import { settledEntries } from './0032-settled-entries.ts';
import { billingCorrections } from './0033-billing-corrections.ts';
import { heldInOneStatement } from './0036-hold-seats.ts';
import { mails } from './0040-mails.ts';
import { selfService } from './0045-self-service.ts';
import { movedSeats } from './0046-moved-seats.ts';
import { operators } from './0050-operators.ts';
import { auditLog } from './0051-audit-log.ts';
import { batches } from './0060-batches.ts';
import { unfinishedCheckouts } from './0061-unfinished-checkouts.ts';
import { consents } from './0065-consents.ts';
import { dataRequests } from './0066-data-requests.ts';
import { search } from './0070-search.ts';
import { operatorViews } from './0071-operator-views.ts';
import { operatorDeeds } from './0075-operator-deeds.ts';
import { consoleLists } from './0076-console-lists.ts';
import { visitCounts } from './0080-visit-counts.ts';
import { consoleLive } from './0081-console-live.ts';
import { oidcSessions } from './0082-oidc-sessions.ts';
import { leadSubmissions } from './0087-lead-submissions.ts';
import { droppedBookings } from './0088-dropped-bookings.ts';
import { plannedHolds } from './0089-planned-holds.ts';
import { unusualLeads } from './0093-unusual-leads.ts';
import { batchMessages } from './0096-batch-messages.ts';
import { complaints } from './0110-complaints.ts';
import { webhookOutcomes } from './0111-webhook-outcomes.ts';

/** In order of names. A released migration never changes. */
export const migrations: Record<string, Migration> = {
  '0001-leads': leads,
  '0002-checkout': checkout,
  '0003-delivery-turn': deliveryTurn,
  '0004-operations': operations,
  '0005-quick-turns': quickTurns,
  '0006-refunds-and-disputes': refundsAndDisputes,
  '0007-payment-claims': paymentClaims,
  '0011-file-quotas': fileQuotas,
  '0012-seats': seats,
  '0018-coupons': coupons,
  '0019-attendees': attendees,
  '0020-waitlist': waitlist,
  '0021-booking-changes': bookingChanges,
  '0030-billing': billing,
  '0031-invoices': invoices,
  '0032-settled-entries': settledEntries,
  '0033-billing-corrections': billingCorrections,
  '0036-hold-seats': heldInOneStatement,
  '0040-mails': mails,
  '0045-self-service': selfService,
  '0046-moved-seats': movedSeats,
  '0050-operators': operators,
  '0051-audit-log': auditLog,
  '0060-batches': batches,
  '0061-unfinished-checkouts': unfinishedCheckouts,
  '0065-consents': consents,
  '0066-data-requests': dataRequests,
  '0070-search': search,
  '0071-operator-views': operatorViews,
  '0075-operator-deeds': operatorDeeds,
  '0076-console-lists': consoleLists,
  '0080-visit-counts': visitCounts,
  '0081-console-live': consoleLive,
  '0082-oidc-sessions': oidcSessions,
  '0087-lead-submissions': leadSubmissions,
  '0088-dropped-bookings': droppedBookings,
  '0089-planned-holds': plannedHolds,
  '0093-unusual-leads': unusualLeads,
  '0096-batch-messages': batchMessages,
  '0110-complaints': complaints,
  '0111-webhook-outcomes': webhookOutcomes,
};
