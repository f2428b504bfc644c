import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';

/** What payments and refunds are recorded with. */
export interface PaymentServices extends OrderWriter {
  provider: PaymentProvider;
}

/** The same, if an answer of the provider may be unreadable. */
export interface LoggedPaymentServices extends PaymentServices {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}
