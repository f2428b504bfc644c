import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';

/** The services that record payments and refunds. */
export interface PaymentServices extends OrderWriter {
  provider: PaymentProvider;
}

/** With a log, for answers of the payment provider that may be unreadable. */
export interface LoggedPaymentServices extends PaymentServices {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}
