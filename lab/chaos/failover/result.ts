/** The figures of each fault. */
import type { Books } from './books.ts';
import type { Event, Kind } from './events.ts';
import type { FaultSpan } from './faults.ts';
import type { Load } from './load.ts';

/** A period, until the next fault begins: a fault, or the calm before the first fault. */
export interface Span extends Pick<FaultSpan, 'beganAt' | 'overAt'> {
  fault: string;
  endsAt: number;
}

export interface Counters {
  done: number;
  refused: number;
  cut: number;
}

export interface Figures {
  fault: string;
  /** Milliseconds from the fault to the time from which writes must be possible ({@link FaultSpan}). */
  overAfterMs: number;
  pages: Counters;
  leads: Counters;
  checkouts: Counters;
  claims: Counters;
  /** Milliseconds from the first unsuccessful form or checkout to the last. */
  refusedForMs: number;
  /** Milliseconds from `overAfterMs` to the last unsuccessful form or checkout; 0 if there is none after it. */
  refusedAfterMs: number;
  slowestPageMs: number;
  /** Number of leads that were confirmed to the visitor. */
  thankedLeads: number;
  /** Number of captured payments. */
  captured: number;
  lost: string[];
  doubled: string[];
}

/** Max time for which writes may still be refused after they must be possible again. */
const maxRefusedAfterMs = 10_000;

const writes = new Set<Kind>(['lead', 'checkout']);

function counter(events: readonly Event[], kind: Kind): Counters {
  const count = (...outcomes: Event['outcome'][]) =>
    events.filter((event) => event.kind === kind && outcomes.includes(event.outcome)).length;
  return { done: count('done'), refused: count('refused'), cut: count('cut', 'fault') };
}

function lostAndDoubled({ enquiries, purchases }: Load, books: Books, fault: string) {
  const ofFault = enquiries.filter((enquiry) => enquiry.fault === fault);
  const copies = ({ email }: { email: string }) => [
    books.upstream.get(email) ?? 0,
    books.crm.get(email) ?? 0,
  ];
  const payments = purchases.filter((one) => one.fault === fault).flatMap(({ paymentId }) => paymentId ?? []);
  const bookings = (id: string) => books.bookings.get(id) ?? 0;
  return {
    thankedLeads: ofFault.filter(({ thanked }) => thanked).length,
    captured: payments.length,
    lost: [
      ...ofFault.filter((one) => one.thanked && copies(one).includes(0)).map(({ email }) => email),
      ...payments.filter((id) => bookings(id) === 0),
    ],
    doubled: [
      ...ofFault.filter((one) => copies(one).some((count) => count > 1)).map(({ email }) => email),
      ...payments.filter((id) => bookings(id) > 1),
    ],
  };
}

export function figuresOf(span: Span, all: readonly Event[], load: Load, books: Books): Figures {
  const events = all.filter(({ at }) => at >= span.beganAt && at < span.endsAt);
  const refused = events
    .filter(({ kind, outcome }) => writes.has(kind) && outcome !== 'done')
    .map(({ at }) => at);
  const last = Math.max(...refused);
  return {
    fault: span.fault,
    overAfterMs: span.overAt - span.beganAt,
    pages: counter(events, 'page'),
    leads: counter(events, 'lead'),
    checkouts: counter(events, 'checkout'),
    claims: counter(events, 'claim'),
    refusedForMs: refused.length === 0 ? 0 : last - Math.min(...refused),
    refusedAfterMs: refused.length === 0 ? 0 : Math.max(0, last - span.overAt),
    slowestPageMs: Math.max(
      0,
      ...events.filter(({ kind }) => kind === 'page').map(({ at, sentAt }) => at - sentAt),
    ),
    ...lostAndDoubled(load, books, span.fault),
  };
}

/** @returns violations of the requirements */
export function violationsOf(figures: readonly Figures[], events: readonly Event[], books: Books): string[] {
  return [
    ...figures.flatMap(({ fault, pages, refusedAfterMs, lost, doubled }) => [
      ...(pages.refused + pages.cut > 0
        ? [`${fault}: ${pages.refused + pages.cut} pages were not served`]
        : []),
      ...(refusedAfterMs > maxRefusedAfterMs
        ? [
            `${fault}: writes were still refused ${(refusedAfterMs / 1_000).toFixed(1)} s after they had to be possible`,
          ]
        : []),
      ...lost.map((one) => `${fault}: lost ${one}`),
      ...doubled.map((one) => `${fault}: doubled ${one}`),
    ]),
    ...books.disagreements,
    ...(books.undelivered > 0 ? [`${books.undelivered} leads are not delivered`] : []),
    ...new Set(events.flatMap(({ outcome, detail }) => (outcome === 'fault' && detail ? [detail] : []))),
  ];
}
