import { Container } from '@meridian/ui/section';
import { CheckoutHeading } from './checkout-heading.tsx';
import { ServerContent } from './server-content.tsx';

/**
 * The payment page for browsers without scripts, after the checkout form and after the payment. The server
 * writes its content for each request.
 */
export function NativePayScreen() {
  return (
    <Container className="min-h-dvh py-4 sm:py-12">
      <CheckoutHeading />
      <ServerContent />
    </Container>
  );
}
