import { Check } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button-link.tsx';
import { isReceiptPath } from './payment/started-order.ts';
import { StepList } from './step-list.tsx';
import { useMounted } from './use-mounted.ts';

const steps = [
  {
    title: 'Keep the link to your booking page',
    text: 'The page shows what you booked and paid. Our email about the booking has the link too.',
  },
  { title: 'Save the dates', text: 'Your booking page has a file for your calendar.' },
  {
    title: 'Look out for our email',
    text: 'Before the first day, we email you how to join or where to come.',
  },
];

/**
 * Thanks after a booking. The path of the receipt is in the navigation state, so the page's address does not
 * reveal it.
 */
export function ThankYouScreen() {
  const { state } = useLocation();
  const receiptPath = useMounted() ? (state as { receipt_path?: unknown } | null)?.receipt_path : undefined;
  const hasReceipt = isReceiptPath(receiptPath);
  return (
    <Container className="grid min-h-[70dvh] content-center justify-items-center py-14 text-center sm:py-20">
      <span className="grid size-16 place-items-center rounded-full bg-brand text-white">
        <Check aria-hidden="true" strokeWidth={3} className="size-8" />
      </span>
      <h1 className="mt-6 max-w-[18ch] text-4xl">Thanks For Registering for the Course!</h1>
      <p className="mt-5 max-w-text text-lg text-ink-soft">We look forward to having you in class.</p>
      {/* Reserves the height of the link, against layout shift. */}
      <div className="mt-8 flex min-h-13 w-full flex-wrap justify-center gap-3 max-sm:min-h-29 max-sm:flex-col">
        {hasReceipt ? (
          <ButtonLink to={receiptPath} size="lg">
            See your booking
          </ButtonLink>
        ) : null}
        <ButtonLink to="/" size="lg" tone={hasReceipt ? 'outline' : 'primary'}>
          Back to Home
        </ButtonLink>
      </div>
      <section
        aria-labelledby="after-booking"
        className="mt-12 w-full max-w-4xl border-t border-line pt-8 text-left"
      >
        <h2 id="after-booking" className="text-xl">
          What happens next
        </h2>
        <StepList steps={steps} className="mt-5" />
      </section>
    </Container>
  );
}
