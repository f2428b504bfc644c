import type { Selection } from '@meridian/contracts/enrolment/selection';
import { Loading } from '@meridian/ui/notice';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { useSalesOpen } from '../../api/sales.ts';
import { Enquiry } from './enquiry.tsx';
import { CheckoutForm } from './form/checkout-form.tsx';
import { BookingConfirmation } from './payment/booking-confirmation.tsx';
import { EarlierPayment, UnconfirmedPayment } from './payment/earlier-payment.tsx';
import { saveLastReceipt } from './payment/last-receipt.ts';
import { PaymentNotices } from './payment/payment-notices.tsx';
import { clearStartedOrder, type StartedOrder, startedOrder } from './payment/started-order.ts';
import type { Payer } from './payment/widget.ts';
import { OrderSummary } from './price/order-summary.tsx';
import { useCheckoutPrice } from './price/use-price.ts';
import { NextSteps } from './receipt/next-steps.tsx';
import { isPaid, receiptApi, receiptToken } from './receipt/receipt-api.ts';
import { ChooseCourse } from './selection/choose-course.tsx';
import { parseSelection, savedSelection, saveSelection } from './selection/selection.ts';
import { useBatchSeats } from './selection/use-batch-seats.ts';
import { TakeOver } from './server-content.tsx';

interface Paid {
  order: StartedOrder;
  /** Undefined after a reload. */
  payer?: Payer;
}

/** Checkout form and order summary, or the status of a payment. While sales are closed, an enquiry form. */
export function CheckoutFlow() {
  const isOpen = useSalesOpen();
  const { state } = useLocation();
  const [selection, setSelection] = useState(() => parseSelection(state) ?? savedSelection());
  const [earlier, setEarlier] = useState(startedOrder);
  const [paid, setPaid] = useState<Paid | undefined>(earlier?.paid && { order: earlier });

  const token = earlier?.receipt_path && !paid ? receiptToken(earlier.receipt_path) : undefined;
  const receipt = receiptApi.endpoints.receipt.useQuery(token ?? '', { skip: token === undefined });

  const select = useCallback((change: Partial<Selection>) => {
    setSelection((current) => {
      if (!current) return current;
      const changed = { ...current, ...change };
      saveSelection(changed);
      return changed;
    });
  }, []);
  const restart = useCallback(() => {
    const path = startedOrder()?.receipt_path;
    if (path && receipt.data?.state === 'paid') saveLastReceipt(path);
    clearStartedOrder();
    setEarlier(undefined);
    setPaid(undefined);
  }, [receipt.data]);

  if (paid?.order.paid) {
    return (
      <>
        <TakeOver />
        <BookingConfirmation order={paid.order} payer={paid.payer} onRestart={restart} />
      </>
    );
  }
  if (paid)
    return (
      <>
        <TakeOver />
        <EarlierPayment order={paid.order} onRestart={restart} />
      </>
    );
  if (token !== undefined && receipt.isLoading) return <Loading />;
  if (earlier && receipt.data && isPaid(receipt.data.state)) {
    return (
      <>
        <TakeOver />
        <EarlierPayment order={earlier} onRestart={restart} />
      </>
    );
  }
  if (!selection) {
    return (
      <>
        <TakeOver />
        <PaymentNotices />
        <ChooseCourse />
      </>
    );
  }
  const unsettled =
    earlier?.course_schedule_id === selection.course_schedule_id && receipt.data?.state === 'confirming'
      ? earlier
      : undefined;
  if (!isOpen) {
    return (
      <>
        <PaymentNotices />
        {unsettled ? <UnconfirmedPayment order={unsettled} /> : null}
        <Enquiry selection={selection} />
      </>
    );
  }
  return (
    <CheckoutPanel
      selection={selection}
      unsettled={unsettled}
      onSelect={select}
      onPaid={(order, payer) => setPaid({ order, payer })}
    />
  );
}

interface PanelProps {
  selection: Selection;
  unsettled: StartedOrder | undefined;
  onSelect(change: Partial<Selection>): void;
  onPaid(order: StartedOrder, payer: Payer): void;
}

function CheckoutPanel({ selection, unsettled, onSelect, onPaid }: PanelProps) {
  const checkout = useCheckoutPrice(selection);
  const seats = useBatchSeats(selection);
  if (!checkout.ready) return <Loading />;
  return (
    <div className="grid items-start gap-4 lg:gap-8 lg:grid-cols-[1fr_26rem] lg:gap-12">
      <OrderSummary selection={selection} checkout={checkout} seats={seats} />
      <div className="lg:col-start-1 lg:row-start-1">
        <PaymentNotices />
        {unsettled ? <UnconfirmedPayment order={unsettled} /> : null}
        <CheckoutForm
          selection={selection}
          checkout={checkout}
          seats={seats}
          onSelect={onSelect}
          onPaid={onPaid}
        />
        <NextSteps />
      </div>
    </div>
  );
}
