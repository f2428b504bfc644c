import type { Jobs } from '../../platform/jobs/jobs.ts';
import { eachOrder } from '../orders/each-order.ts';
import type { LoggedPaymentServices } from './payment-services.ts';
import { sendOrderRefunds } from './refunds.ts';

export async function startPaymentWorkers(
  services: LoggedPaymentServices & { jobs: Pick<Jobs, 'work'> },
): Promise<void> {
  await services.jobs.work('send-refunds', { batchSize: 5, concurrency: 1 }, (ids) =>
    eachOrder(services.log, ids, (orderId) => sendOrderRefunds(services, orderId)),
  );
}
