import type { FastifyInstance } from 'fastify';
import { ZodError, z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Razorpay } from '../razorpay/razorpay.ts';
import { mailRoutes } from '../smtp/routes.ts';
import type { Smtp } from '../smtp/smtp.ts';
import type { Zoho } from '../zoho/zoho.ts';
import {
  balanceRequest,
  disputeRequest,
  faultRequest,
  payRequest,
  refundOutcomeRequest,
  settleRequest,
} from './schemas.ts';

const succeeded = <T>(data: T) => ({ status: 1, message: '', data });
const failed = (message: string) => ({ status: 0, message, data: null });

/** Control endpoints. They return the state of the sandbox, simulate events and inject faults. */
export function controlRoutes({
  razorpay,
  zoho,
  smtp,
  faults,
}: {
  razorpay: Razorpay;
  zoho: Zoho;
  smtp: Smtp;
  faults: Faults;
}) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof ZodError) {
        const { fieldErrors, formErrors } = z.flattenError(error);
        const errors = formErrors.length > 0 ? { ...fieldErrors, body: formErrors } : fieldErrors;
        return reply.code(400).send({ ...failed(z.prettifyError(error)), errors });
      }
      const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
      if (error instanceof Error && statusCode < 500) {
        return reply.code(statusCode).send(failed(error.message));
      }
      request.log.error(error);
      return reply.code(500).send(failed('The sandbox failed. See its log.'));
    });

    scope.get('/leads', async () =>
      succeeded(
        zoho.leads.all().map(({ id, fields, trigger, receivedAt }) => {
          return { ...fields, id, trigger, received_at: receivedAt };
        }),
      ),
    );

    mailRoutes(scope, smtp);

    scope.get('/tokens', async () => succeeded({ issued: zoho.tokensIssued() }));

    scope.get('/payments', async () =>
      succeeded({
        orders: [...razorpay.store.orders.values()].map(({ order }) => order),
        payments: [...razorpay.store.payments.values()].map(({ payment }) => payment),
        refunds: [...razorpay.store.refunds.values()],
        disputes: [...razorpay.store.disputes.values()],
        settled: razorpay.store.settled,
        deliveries: razorpay.webhooks.deliveries(),
      }),
    );

    scope.post('/pay', async (request) => razorpay.pay(payRequest.parse(request.body ?? {})));

    scope.post('/refunds', async (request) =>
      succeeded(razorpay.finishRefund(refundOutcomeRequest.parse(request.body ?? {}))),
    );

    scope.post('/disputes', async (request) =>
      succeeded(razorpay.dispute(disputeRequest.parse(request.body ?? {}))),
    );

    scope.post('/settlements', async (request) =>
      succeeded(razorpay.settle(settleRequest.parse(request.body ?? {}))),
    );

    scope.post('/balance', async (request) => {
      const { paise } = balanceRequest.parse(request.body ?? {});
      razorpay.store.balancePaise = paise;
      return succeeded({ paise });
    });

    scope.get('/idle', async () => {
      await razorpay.webhooks.idle();
      return succeeded(null);
    });

    scope.get('/faults', async () => succeeded(faults.list()));

    scope.post('/faults', async (request) => {
      const fault = faultRequest.parse(request.body ?? {});
      faults.add(fault);
      return succeeded(fault);
    });

    scope.delete('/faults', async () => {
      faults.clear();
      return succeeded(null);
    });

    scope.post('/reset', async () => {
      razorpay.reset();
      zoho.reset();
      smtp.reset();
      faults.clear();
      return succeeded(null);
    });
  };
}
