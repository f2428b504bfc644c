import type { CheckoutData } from '@meridian/contracts/enrolment/orders';
import type {
  ChangeableBooking,
  ChangeKind,
  ChangeOutcome,
  RefundFollowUp,
  RequestedChange,
} from '@meridian/contracts/enrolment/self-service';
import { useEffect, useRef, useState } from 'react';
import { type CallResult, messageOf } from '../../../api/call-query.ts';
import { AttendeesForm } from './attendees-form.tsx';
import { CancelForm } from './cancel-form.tsx';
import type { ChangeFormProps } from './change-form-props.ts';
import { MoveForm } from './move-form.tsx';
import { PayExchange } from './pay-exchange.tsx';

const titles: Record<ChangeKind, string> = {
  attendees: 'Change the attendees',
  move: 'Move to another batch',
  cancel: 'Cancel seats',
};

const requestReceived = 'We have received your request, and will contact you about it.';
const moveRequested =
  'The move is requested. Your booking does not change until we confirm the new dates by email.';
const cancelled: Record<RefundFollowUp, string> = {
  sent: 'The seats are cancelled and the refund is in progress.',
  pending: 'The seats are cancelled. The refund is requested; your booking page shows its progress.',
  failed: 'The seats are cancelled. The refund could not be sent yet. We will send it and write to you.',
};

function outcomeText({ outcome, refund }: ChangeOutcome, change: ChangeKind, isRequest: boolean): string {
  if (outcome === 'requested') return change === 'move' && !isRequest ? moveRequested : requestReceived;
  if (change === 'cancel') return refund ? cancelled[refund] : 'The seats are cancelled.';
  return 'The attendees are changed. New attendees other than you get an email.';
}

/** Lets the payer choose one of the changes that the booking allows, and shows its form. */
export function ChangeForms({
  booking,
  isRequest = false,
  send,
  onDone,
}: {
  booking: ChangeableBooking;
  isRequest?: boolean;
  send(change: RequestedChange): Promise<CallResult<ChangeOutcome>>;
  onDone?(): void;
}) {
  const [chosen, setChosen] = useState<ChangeKind>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<string>();
  const [toPay, setToPay] = useState<{ checkout: CheckoutData; refund: number }>();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome) said.current?.focus();
  }, [outcome]);

  async function sendChange(request: RequestedChange): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const answer = await send(request);
    setBusy(false);
    if (!answer.data) return setProblem(messageOf(answer.error));
    const { checkout, refund_after: refund = 0 } = answer.data;
    if (checkout) return setToPay({ checkout, refund });
    setOutcome(outcomeText(answer.data, request.change, isRequest));
    onDone?.();
  }

  if (outcome)
    return (
      <p ref={said} role="status" tabIndex={-1} className="font-semibold text-brand-strong outline-none">
        {outcome}
      </p>
    );
  if (toPay) return <PayExchange booking={booking} {...toPay} />;
  const props: ChangeFormProps = {
    booking,
    isRequest,
    busy,
    onRequest: (request) => void sendChange(request),
  };
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold">What should change?</legend>
        {booking.changes.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="change"
              className="size-5 accent-brand"
              checked={chosen === kind}
              onChange={() => {
                setChosen(kind);
                setProblem(undefined);
              }}
            />
            {titles[kind]}
          </label>
        ))}
      </fieldset>
      <div className="mt-3">
        {chosen === 'attendees' ? <AttendeesForm {...props} /> : null}
        {chosen === 'move' ? <MoveForm {...props} /> : null}
        {chosen === 'cancel' ? <CancelForm {...props} /> : null}
      </div>
      <div role="alert" className="mt-3 text-sm font-semibold text-alert-strong empty:hidden">
        {problem ? <p>{problem}</p> : null}
      </div>
    </>
  );
}
