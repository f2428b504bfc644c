import { toasts } from '@meridian/ui/toast';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LinkIntent } from '../../../ui/link.tsx';
import { currentAttribution } from '../../leads/public.ts';
import { clearSelection } from '../selection/selection.ts';
import { type BookingAnswer, confirmBooking, confirmedState } from './calls.ts';
import { saveLastReceipt } from './last-receipt.ts';
import { clearStartedOrder, type StartedOrder } from './started-order.ts';
import type { Payer } from './widget.ts';

/** Message of the specification for a failed booking call (section 8). */
const processingError = 'An error occurred while processing your request.';

/** State of the confirmation, until the page is left. */
export type ConfirmationStep =
  | { kind: 'sending' }
  | { kind: 'unanswered' }
  /** The payment is recorded, but there is no receipt to show. */
  | { kind: 'received' }
  /** `mayRestart` is true only if the order is certainly not paid. */
  | { kind: 'refused'; message: string; mayRestart: boolean };

const firstPauseMs = 3_000;
const maxPauseMs = 60_000;

function send(order: StartedOrder, payer: Payer | undefined): Promise<BookingAnswer> {
  const {
    paid,
    order_id: _order,
    course_name: _name,
    receipt_path: _path,
    startedAt: _at,
    ...booking
  } = order;
  return confirmBooking({
    ...booking,
    ...payer,
    transaction_id: paid?.razorpay_payment_id,
    ...paid,
    attribution: currentAttribution(),
  });
}

/**
 * Sends the payment to the server until it is confirmed or refused. Navigates to the thank-you page if the
 * booking is made, or to the receipt if it is in progress.
 * @returns the state, whether a request is in progress, and a function that retries immediately
 */
export function useConfirmation(order: StartedOrder, payer: Payer | undefined) {
  const navigate = useNavigate();
  const [step, setStep] = useState<ConfirmationStep>({ kind: 'sending' });
  const [busy, setBusy] = useState(false);
  const tries = useRef(0);
  const prefetch = use(LinkIntent);

  /** Replaces the checkout in the history, so that Back does not lead to a form that is already paid. */
  const leave = useCallback(
    async (to: string, state?: object) => {
      clearStartedOrder();
      clearSelection();
      await navigate(to, { replace: true, state });
      window.scrollTo({ top: 0, behavior: 'instant' });
    },
    [navigate],
  );

  const showReceipt = useCallback(
    (path: string) => {
      saveLastReceipt(path);
      return leave(path);
    },
    [leave],
  );

  /**
   * Offers a new order only if the server knows that nothing is paid. Shows the receipt if the order is paid,
   * refunded or cancelled.
   */
  const refused = useCallback(
    async (message: string) => {
      const path = order.receipt_path;
      const state = path ? await confirmedState(path) : undefined;
      if (path && state && state !== 'open' && state !== 'confirming') return showReceipt(path);
      toasts.error(message);
      setStep({ kind: 'refused', message, mayRestart: state === 'open' });
    },
    [order, showReceipt],
  );

  const take = useCallback(
    async (answer: BookingAnswer): Promise<void> => {
      if (answer.kind === 'refused') return refused(answer.message);
      if (answer.kind === 'unanswered') {
        if (tries.current === 1) toasts.error(processingError);
        return setStep(answer);
      }
      // Without a path, the server has recorded the payment but knows no order for it, so there is no
      // receipt.
      if (answer.kind === 'received' && !answer.receiptPath) return setStep({ kind: 'received' });
      toasts.success(answer.message);
      if (answer.kind === 'booked')
        await leave('/thankyou', { receipt_path: answer.receiptPath ?? order.receipt_path });
      else if (answer.receiptPath) await showReceipt(answer.receiptPath);
    },
    [order, leave, refused, showReceipt],
  );

  const confirm = useCallback(async () => {
    setBusy(true);
    tries.current += 1;
    await take(await send(order, payer));
    setBusy(false);
  }, [order, payer, take]);

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    prefetch('/thankyou');
    void confirm();
  }, [confirm, prefetch]);

  // Resends the payment until it is confirmed or refused: with back-off, and when the network is back.
  const waits = !busy && (step.kind === 'unanswered' || step.kind === 'received');
  useEffect(() => {
    if (!waits) return;
    const again = () => void confirm();
    const timer = setTimeout(again, Math.min(maxPauseMs, firstPauseMs * 2 ** (tries.current - 1)));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [waits, confirm]);

  return { step, busy, confirm };
}
