import { Check } from 'lucide-react';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Container } from '../../ui/section.tsx';
import { isReceiptPath } from './started-order.ts';
import { useMounted } from './use-mounted.ts';

/** After a booking. The way to the receipt is known to this visit alone. */
export function ThankYouScreen() {
  const { state } = useLocation();
  const receiptPath = useMounted() ? (state as { receipt_path?: unknown } | null)?.receipt_path : undefined;
  return (
    <Container className="grid min-h-[70dvh] content-center justify-items-center py-16 text-center sm:py-24">
      <span className="grid size-16 place-items-center rounded-full bg-brand text-white">
        <Check aria-hidden="true" strokeWidth={3} className="size-8" />
      </span>
      <h1 className="mt-6 max-w-[18ch] text-4xl">Thanks For Registering for the Course!</h1>
      <p className="mt-5 max-w-text text-lg text-ink-soft">
        We look forward to having you in class. The joining link reaches you by email before the first day.
      </p>
      {/* Its height is there before the link is, so that nothing moves. */}
      <div className="mt-8 flex min-h-13 flex-wrap justify-center gap-3">
        <ButtonLink to="/" size="lg" tone={isReceiptPath(receiptPath) ? 'outline' : 'primary'}>
          Back to Home
        </ButtonLink>
        {isReceiptPath(receiptPath) ? (
          <ButtonLink to={receiptPath} size="lg">
            See your receipt
          </ButtonLink>
        ) : null}
      </div>
    </Container>
  );
}
