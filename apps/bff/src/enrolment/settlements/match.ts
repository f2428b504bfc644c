/** Matches the payment provider's account with ours, item by item. Pure. Amounts are in whole paise. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { AccountPayment, AccountRefund, SettledEntry } from '../../partners/payments/provider.ts';
import type { Finding } from './findings.ts';
import { workingDaysBetween } from './months.ts';
import type { MoneyAtMonthEnd, OurPayment, OurRefund } from './our-money.ts';

/** The settlement that paid an item out; all fields are null before the settlement. */
interface Settled {
  settledPaise: number | null;
  settlementId: string | null;
  utr: string | null;
  settledOn: string | null;
}

export interface PaymentRow extends Settled {
  kind: 'payment';
  id: string;
  orderId: string | null;
  /** Null if the payment provider does not know the payment, or has no order for it. */
  providerOrderId: string | null;
  role: OurPayment['role'] | null;
  /** The payment provider's day, `YYYY-MM-DD` in India; null if it does not know the payment. */
  day: string | null;
  /** Captured amount according to the payment provider. */
  capturedPaise: number;
  feePaise: number;
  /** GST in the fee. */
  taxPaise: number;
  /**
   * Processed refunds, transfers and lost disputes. This field and the next four are as of the end of the
   * month.
   */
  returnedPaise: number;
  /** To be returned, or being returned. */
  owedPaise: number;
  /** Returned without a decision here. */
  undecidedPaise: number;
  /** Returned without a document: goodwill and lost disputes about supplied services. */
  givenPaise: number;
  /** Invoices less credit notes, or vouchers if there is no invoice yet; 0 for an unmatched payment. */
  documentPaise: number;
  findings: Finding[];
}

export interface RefundRow extends Settled {
  kind: 'refund';
  id: string;
  paymentId: string;
  orderId: string | null;
  day: string | null;
  /**
   * Amount at the payment provider, processed or in progress; 0 if the refund failed, or the payment was
   * never captured.
   */
  amountPaise: number;
  state: string;
  findings: Finding[];
}

const noMoney: MoneyAtMonthEnd = {
  returnedPaise: 0,
  owedPaise: 0,
  undecidedPaise: 0,
  givenPaise: 0,
  documentPaise: 0,
};
const unsettled: Settled = { settledPaise: null, settlementId: null, utr: null, settledOn: null };

function settledOf(entry: SettledEntry | undefined): Settled {
  if (!entry) return unsettled;
  return {
    settledPaise: entry.creditPaise - entry.debitPaise,
    settlementId: entry.settlementId,
    utr: entry.utr,
    settledOn: dayInIndia(entry.settledAt),
  };
}

const settlementDays = 3;

/** @param expectedPaise amount that the item adds to the bank account */
function settlementFindings(
  entry: SettledEntry | undefined,
  expectedPaise: number,
  { madeAt, now }: { madeAt: Date; now: Date },
): Finding[] {
  if (entry) return entry.creditPaise - entry.debitPaise === expectedPaise ? [] : ['settled_differently'];
  return workingDaysBetween(madeAt, now) > settlementDays ? ['settled_late'] : ['not_settled'];
}

function documentFindings(ours: OurPayment): Finding[] {
  if (ours.role === 'unmatched') return [];
  if (ours.awaitsDocument || ours.documentPaise === null) return ['not_issued'];
  return ours.documentPaise === ours.soldPaise ? [] : ['documents_differ'];
}

function ownFindings(ours: OurPayment): Finding[] {
  return [
    ...(ours.role === 'unmatched' ? (['unmatched'] as const) : []),
    ...(ours.transferredPaise > 0 ? (['by_transfer'] as const) : []),
    ...(ours.lostPaise > 0 ? (['dispute_lost'] as const) : []),
    ...(ours.unsentPaise > 0 ? (['unsent'] as const) : []),
    ...(ours.owedPaise > ours.unsentPaise ? (['owed'] as const) : []),
    ...(ours.undecidedPaise > 0 ? (['undecided'] as const) : []),
    ...documentFindings(ours),
  ];
}

/** @param theirs undefined if the payment provider does not have the payment */
export function paymentRow(
  theirs: AccountPayment | undefined,
  ours: OurPayment | undefined,
  entry: SettledEntry | undefined,
  now: Date,
): PaymentRow {
  const captured = theirs?.captured ?? false;
  const capturedPaise = captured ? (theirs?.amountPaise ?? 0) : 0;
  const feePaise = captured ? (theirs?.feePaise ?? 0) : 0;
  const mine = ours && !ours.uncaptured ? ours : undefined;
  const findings: Finding[] = [
    ...(theirs && !captured ? (['not_captured'] as const) : []),
    ...(captured && !mine ? (['missing_here'] as const) : []),
    ...(mine && !theirs ? (['missing_at_provider'] as const) : []),
    ...(mine && theirs && !captured ? (['different_state'] as const) : []),
    ...(mine && captured && mine.amountPaise !== capturedPaise ? (['different_sum'] as const) : []),
    ...(mine ? ownFindings(mine) : []),
    ...(theirs && captured
      ? settlementFindings(entry, capturedPaise - feePaise, { madeAt: theirs.createdAt, now })
      : []),
  ];
  return {
    kind: 'payment',
    id: theirs?.id ?? ours?.id ?? '',
    orderId: ours?.orderId ?? null,
    providerOrderId: theirs?.orderId ?? null,
    role: mine?.role ?? null,
    day: theirs ? dayInIndia(theirs.createdAt) : null,
    capturedPaise,
    feePaise,
    taxPaise: captured ? (theirs?.taxPaise ?? 0) : 0,
    ...(mine?.atMonthEnd ?? noMoney),
    ...settledOf(entry),
    findings,
  };
}

/** @param ofCaptured false if the payment was only authorized */
export function refundRow(
  theirs: AccountRefund | undefined,
  ours: OurRefund | undefined,
  {
    orderId,
    ofCaptured,
    entry,
    now,
  }: {
    orderId: string | null;
    ofCaptured: boolean;
    entry: SettledEntry | undefined;
    now: Date;
  },
): RefundRow {
  const moves = theirs !== undefined && theirs.state !== 'failed' && ofCaptured;
  const amountPaise = moves ? theirs.amountPaise : 0;
  // A refund that the payment provider has not answered, or that failed there, is not missing.
  const isKnownThere = ours !== undefined && (ours.state === 'processed' || ours.state === 'pending');
  const stateHere = ours?.state === 'requested' ? 'pending' : ours?.state;
  const findings: Finding[] = [
    ...(theirs && !ofCaptured ? (['not_captured'] as const) : []),
    ...(moves && !ours ? (['missing_here'] as const) : []),
    ...(isKnownThere && !theirs ? (['missing_at_provider'] as const) : []),
    ...(moves && ours && ours.amountPaise !== theirs.amountPaise ? (['different_sum'] as const) : []),
    ...(theirs && ours && ofCaptured && stateHere !== theirs.state ? (['different_state'] as const) : []),
    ...(moves && theirs.state === 'processed'
      ? settlementFindings(entry, -amountPaise, { madeAt: theirs.createdAt, now })
      : []),
  ];
  return {
    kind: 'refund',
    id: theirs?.id ?? ours?.providerId ?? ours?.id ?? '',
    paymentId: theirs?.paymentId ?? ours?.paymentId ?? '',
    orderId,
    amountPaise,
    day: theirs ? dayInIndia(theirs.createdAt) : null,
    state: theirs?.state ?? ours?.state ?? '',
    ...settledOf(entry),
    findings,
  };
}
