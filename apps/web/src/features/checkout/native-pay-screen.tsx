import { Container } from '@meridian/ui/section';
import { CheckoutHeading } from './checkout-heading.tsx';
import { ServerContent } from './server-content.tsx';

/**
 * The page between the form without scripts and the payment. The server writes its content for each request.
 */
export function NativePayScreen() {
  return (
    <Container className="min-h-dvh py-4 sm:py-12">
      <CheckoutHeading />
      <ServerContent />
    </Container>
  );
}
