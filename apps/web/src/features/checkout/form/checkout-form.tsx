import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { checkoutFields } from '@meridian/contracts/enrolment/contact';
import { addressFromPaise, formatPaise, seatsFromInput } from '@meridian/contracts/enrolment/pricing';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import type { MarketingChannel } from '@meridian/contracts/leads/notice';
import { Button } from '@meridian/ui/button';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { Lock } from '@meridian/ui/icons';
import { toasts } from '@meridian/ui/toast';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { Link } from '../../../ui/link.tsx';
import { clearDraft, draftAnswers, FormField, FormMessages } from '../../leads/public.ts';
import { consentOf, MarketingBoxes } from '../../marketing/public.ts';
import { useWaitlistForm } from '../../waitlist/public.ts';
import { HeldSeats } from '../payment/held-seats.tsx';
import { linkClass, PaymentTerms } from '../payment/payment-terms.tsx';
import type { StartedOrder } from '../payment/started-order.ts';
import { usePayment } from '../payment/use-payment.ts';
import { loadWidget, type Payer } from '../payment/widget.ts';
import type { CheckoutPrice } from '../price/use-price.ts';
import { offerInQuery } from '../selection/offer-in-query.ts';
import type { BatchSeats } from '../selection/use-batch-seats.ts';
import { useTakeOver } from '../server-content.tsx';
import { BillingFields } from './billing-fields.tsx';
import { answerName, answersSchema, billingOf, type CheckoutAnswers, payerOf } from './billing-form.ts';
import { type Hint, HintText } from './checkout-hint.tsx';
import { SeatFields } from './seat-fields.tsx';

/** Name of the form's draft. */
const formName = 'checkout';

const soldOut = 'This batch is sold out.';

/** The payer's form, with the button that opens the payment widget. */
export function CheckoutForm({
  selection,
  checkout,
  seats,
  onSelect,
  onPaid,
}: {
  selection: Selection;
  checkout: CheckoutPrice;
  seats: BatchSeats;
  onSelect(change: Partial<Selection>): void;
  onPaid(order: StartedOrder, payer: Payer): void;
}) {
  const { totalPaise } = checkout.price;
  const scheduleAddress = `/view-schedule/${selection.course_id}`;
  const pay = usePayment(selection, checkout);
  // The buyer of one seat is its attendee by default.
  const [attends, setAttends] = useState<boolean>();
  const isAttending = attends ?? selection.course_qty === 1;
  const waitlist = useWaitlistForm(seats.waited);
  // The date and the number of seats of a waiting list offer cannot be changed here.
  const hasOffer = offerInQuery(useLocation().search) !== undefined;
  const paying = useRef(false);
  const [lastHint, setHint] = useState<Hint>();
  const hint: Hint | undefined =
    lastHint ?? (seats.soldOut ? { kind: 'refused', message: soldOut } : undefined);
  const [forCompany, setForCompany] = useState(() => draftAnswers(formName).for_company !== undefined);
  const [channels, setChannels] = useState<readonly MarketingChannel[]>([]);
  const asksAddress = totalPaise >= addressFromPaise;
  const requested = { asksState: checkout.asksState, forCompany, asksAddress };
  const form = useForm<CheckoutAnswers>({
    // The schema is built at validation, not at each render.
    resolver: (...given) => standardSchemaResolver(answersSchema(requested))(...given),
    defaultValues: draftAnswers(formName),
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  });
  const { register, handleSubmit, setError, setValue, formState } = form;
  useTakeOver((name, value) => {
    if (name === 'number_of_course') onSelect({ course_qty: seatsFromInput(value) });
    else setValue(name as keyof CheckoutAnswers, value as never, { shouldDirty: true });
  });

  async function submit(answers: CheckoutAnswers): Promise<void> {
    if (paying.current) return;
    const payer = payerOf(answers);
    paying.current = true;
    setHint(undefined);
    try {
      const outcome = await pay(payer, {
        billing: billingOf(answers, requested),
        people: isAttending
          ? [{ name: `${payer.first_name} ${payer.last_name}`.trim(), email: payer.email }]
          : [],
        marketing: consentOf(channels),
      });
      if (outcome.kind === 'paid') {
        clearDraft(formName);
        onPaid(outcome.order, payer);
      }
      if (outcome.kind === 'fee-changed') {
        setHint({ kind: 'fee-changed', beforePaise: totalPaise });
        onSelect({ course_fee: outcome.feeRupees });
        checkout.refresh();
      }
      if (outcome.kind === 'timed-out') setHint(outcome);
      if (outcome.kind === 'failed') {
        toasts.error(outcome.message);
        if (outcome.soldOut) seats.refuse();
        const [couponFault] = outcome.errors.coupon ?? [];
        if (couponFault !== undefined) checkout.refuse(couponFault);
        // If the order was sent before the price was loaded, the form had no fields for the billing details
        // that the server requires. The price, loaded again, adds these fields.
        const asksBilling = Object.keys(outcome.errors).some((name) => name.startsWith('billing.'));
        if (asksBilling && !checkout.asksState) checkout.refresh();
        const messages = new Map(
          Object.entries(outcome.errors).map(([name, texts]) => [answerName(name), texts]),
        );
        const faulty = [...messages.keys()].filter(isRequested);
        for (const [index, name] of faulty.entries())
          setError(name, { message: messages.get(name)?.[0] }, { shouldFocus: index === 0 });
        if (faulty.length === 0) setHint({ kind: 'refused', message: outcome.message });
      }
    } finally {
      paying.current = false;
    }
  }

  /** True if the form has this field now. */
  function isRequested(name: string): name is keyof CheckoutAnswers {
    return Object.hasOwn(answersSchema(requested).shape, name);
  }

  function prepare(): void {
    toasts.preload();
    // Preloads the widget while the visitor types. The pay button reports a failure.
    void loadWidget().catch(() => undefined);
  }

  return (
    <>
      <form
        name={formName}
        method="dialog"
        noValidate
        onSubmit={handleSubmit(submit)}
        onFocus={prepare}
        className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8"
      >
        {hasOffer ? null : <SeatFields selection={selection} live={seats.live} onChange={onSelect} />}
        <h2 className="text-2xl max-sm:sr-only">Your details</h2>
        <p className="mt-1 mb-6 text-ink-soft max-sm:sr-only">
          For the booking, the receipt and the joining link.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {checkoutFields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              id={`checkout-${field.name}`}
              error={formState.errors[field.name]?.message}
              registration={register(field.name)}
            />
          ))}
        </div>
        {checkout.asksState ? (
          <BillingFields
            form={form}
            forCompany={forCompany}
            asksAddress={asksAddress}
            onCompanyChange={setForCompany}
          />
        ) : null}
        {selection.course_qty > 0 ? (
          <div className="mt-3">
            <CheckboxField
              id="checkout-attends"
              label="I will attend"
              optional
              checked={isAttending}
              onChange={(event) => setAttends(event.target.checked)}
            />
            {selection.course_qty > 1 || !isAttending ? (
              <p className="text-sm text-ink-soft">
                {isAttending ? 'You can name the others' : 'You can name the attendees'} on your booking page,
                after the payment.
              </p>
            ) : null}
          </div>
        ) : null}
        <div className="mt-4">
          <MarketingBoxes chosen={channels} onChange={setChannels} />
          <FormMessages faults={Object.keys(formState.errors).filter(isRequested).length} />
        </div>
        {formState.isSubmitting ? null : <HeldSeats batchId={selection.course_schedule_id} />}
        <div role="alert" className="mt-5 empty:hidden">
          {hint ? <HintText of={hint} totalPaise={totalPaise} scheduleAddress={scheduleAddress} /> : null}
        </div>
        {seats.soldOut ? (
          <Button
            size="lg"
            aria-haspopup="dialog"
            onClick={() => void waitlist.show()}
            className="mt-6 w-full"
          >
            Sold out: join the waiting list
          </Button>
        ) : selection.course_qty > 0 ? (
          <Button type="submit" size="lg" busy={formState.isSubmitting} className="mt-6 w-full">
            <Lock aria-hidden="true" className="size-5" />
            {hint?.kind === 'fee-changed' ? 'Agree and pay' : 'Pay'} {formatPaise(totalPaise)}
          </Button>
        ) : (
          <p className="mt-6 rounded-md border border-line bg-sand/50 px-4 py-3">
            No seats chosen.{' '}
            <Link to={scheduleAddress} className={linkClass}>
              Choose at least one seat
            </Link>
          </p>
        )}
        <PaymentTerms />
      </form>
      {/* Outside the form, because the dialog contains another form. */}
      {waitlist.dialog}
    </>
  );
}
