import type { OfferData, OfferState } from '@meridian/contracts/enrolment/waitlist/offer';
import { formatDay, formatTime, formatTimestamp } from '@meridian/contracts/format-time';
import { Button } from '@meridian/ui/button';
import { Notice } from '@meridian/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { useSalesOpen } from '../../api/sales.ts';
import { ButtonLink } from '../../ui/button-link.tsx';

const describeSeats = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`);

function describeState({ state, number_of_course: seats, ends_at }: OfferData): string {
  const end = formatTimestamp(ends_at);
  const titles: Record<OfferState, string> = {
    open: `${describeSeats(seats)} ${seats === 1 ? 'is' : 'are'} available again, and we are holding ${seats === 1 ? 'it' : 'them'} for you until ${end}.`,
    ordered: `The seats are in your order, which is not paid yet. Continue to payment. If the order expires before ${end}, you can accept the offer again.`,
    taken: 'You have bought these seats. Thank you.',
    declined: 'You have declined these seats. We can now offer them to others.',
    lapsed: `This offer ended on ${end}. We can now offer the seats to others.`,
    closed: 'This offer is closed.',
  };
  return titles[state];
}

const titles: Record<OfferState, string> = {
  open: 'Seats are available for you',
  ordered: 'Seats are available for you',
  taken: 'Your seats are bought',
  declined: 'Seats declined',
  lapsed: 'This offer has ended',
  closed: 'This offer has ended',
};

/** The offer, with buttons to accept and decline it. */
export function OfferCard({
  offer,
  fault,
  busy,
  onAnswer,
}: {
  offer: OfferData;
  fault: string | undefined;
  busy: boolean;
  onAnswer(answer: 'decline' | 'undo'): void;
}) {
  const isOpen = useSalesOpen();
  const title = useRef<HTMLHeadingElement>(null);
  const first = useRef(offer.state);
  const [asks, setAsks] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asks) confirm.current?.focus();
  }, [asks]);
  const { state, checkout_path: path } = offer;
  // The clicked button is removed, so the focus moves to the result.
  useEffect(() => {
    if (state !== first.current) title.current?.focus();
  }, [state]);
  return (
    <article className="mx-auto max-w-text rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8">
      <h1 ref={title} tabIndex={-1} className="text-3xl">
        {titles[state]}
      </h1>
      <p className="mt-4 text-lg font-semibold">{offer.course_name}</p>
      <p className="mt-1 text-ink-soft">
        <time dateTime={offer.start_date}>{formatDay(offer.start_date)}</time>
        {offer.end_date && offer.end_date !== offer.start_date ? (
          <>
            {' to '}
            <time dateTime={offer.end_date}>{formatDay(offer.end_date)}</time>
          </>
        ) : null}
        {offer.start_time
          ? `, ${formatTime(offer.start_time)}${offer.end_time ? ` to ${formatTime(offer.end_time)}` : ''} IST`
          : null}
      </p>
      <p className="mt-4" role="status">
        {describeState(offer)}
      </p>
      {path && !isOpen ? <p className="mt-2">Enrolment is not open at present.</p> : null}
      {fault ? (
        <div className="mt-4">
          <Notice>{fault}</Notice>
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {path ? (
          <ButtonLink to={path}>
            {!isOpen ? 'Enquire' : state === 'open' ? 'Accept and pay' : 'Continue to payment'}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/view-schedule/${offer.course_id}`}>See all batches</ButtonLink>
        )}
        {state === 'open' && !asks ? (
          <Button tone="outline" onClick={() => setAsks(true)}>
            Decline
          </Button>
        ) : null}
        {state === 'declined' && Date.parse(offer.ends_at) > Date.now() ? (
          <Button tone="outline" busy={busy} onClick={() => onAnswer('undo')}>
            Undo
          </Button>
        ) : null}
      </div>
      {state === 'open' && asks ? (
        <fieldset className="mt-5 rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">Decline the seats?</legend>
          <p>
            We can then offer the seats to others. You can undo this until {formatTimestamp(offer.ends_at)},
            if the seats are still available.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              ref={confirm}
              tone="outline"
              busy={busy}
              onClick={() => {
                setAsks(false);
                onAnswer('decline');
              }}
            >
              Decline the seats
            </Button>
            <Button tone="quiet" onClick={() => setAsks(false)}>
              Keep the seats
            </Button>
          </div>
        </fieldset>
      ) : null}
    </article>
  );
}
