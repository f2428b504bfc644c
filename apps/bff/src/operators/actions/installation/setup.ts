import { randomUUID } from 'node:crypto';
import { type SetupStepId, setupStepIds } from '@meridian/contracts/operators/console/setup';
import type { FastifyBaseLogger } from 'fastify';
import { checkOrderPaise, insertCheckOrder } from '../../../enrolment/orders/check-orders.ts';
import { createOrderOnce } from '../../../partners/payments/create-order.ts';
import type { PaymentProvider } from '../../../partners/payments/provider.ts';
import { recordRun } from '../../../platform/jobs/queue-state.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import type { MailSettings } from '../../../platform/settings/mail.ts';
import type { StepResult } from '../../setup/check-steps.ts';
import { saveResults } from '../../setup/step-store.ts';
import { sendTestMessage } from '../../setup/test-message.ts';
import type { Action, Actions } from '../action.ts';

export interface SetupActionServices {
  setup: {
    checkSteps(ids: readonly SetupStepId[]): Promise<StepResult[]>;
    provider: Pick<PaymentProvider, 'createOrder' | 'findOrders'>;
    log: Pick<FastifyBaseLogger, 'warn'>;
    publicUrl: string;
    /** Undefined if no mail server is set. */
    mail: MailSettings | undefined;
  };
}

const subject = (id: string) => ({ kind: 'setup', id }) as const;

function check({ setup }: SetupActionServices): Action<'setup.check', StepResult[]> {
  return {
    prepare: ({ step }) => setup.checkSteps(step === undefined ? setupStepIds : [step]),
    async run(transaction, _input, actor, results) {
      await saveResults(transaction, results, actor.email);
      const failed = results.filter(({ state }) => state === 'failed').length;
      const done =
        failed === 0
          ? 'Passed.'
          : results.length === 1
            ? 'This step has not passed.'
            : `${failed} of ${results.length} steps have not passed.`;
      return { done, steps: results };
    },
    audit: ({ step }) => ({ subject: subject(step ?? 'all') }),
  };
}

function sendTestEmail({ setup }: SetupActionServices): Action<'setup.send-test-email'> {
  return {
    async prepare({ address }, { isPreview }) {
      const { mail } = setup;
      if (!mail)
        throw new Refusal('conflict', 'no_mail_server', 'No mail server is set: set SMTP_URL and MAIL_FROM.');
      if (isPreview) return;
      const reason = await sendTestMessage(mail, address);
      if (reason === undefined) return;
      throw new Refusal('conflict', 'not_accepted', `The mail server did not accept the message: ${reason}`);
    },
    run: async () => ({
      done: 'The mail server accepted the message. Look for it in the inbox, and in the spam folder.',
    }),
    audit: () => ({ subject: subject('email') }),
  };
}

function makeOrder({
  setup,
}: SetupActionServices): Action<'setup.order', { id: string; providerOrderId: string }> {
  return {
    async prepare(_input, { key, isPreview }) {
      if (isPreview) return { id: randomUUID(), providerOrderId: '' };
      try {
        const notes = { purpose: 'test payment' };
        const order = await createOrderOnce(setup, { amountPaise: checkOrderPaise, receipt: key, notes });
        return { id: key, providerOrderId: order.id };
      } catch (error) {
        if (!isRemoteError(error, 'payments')) throw error;
        throw new Refusal(
          'partner_unavailable',
          'not_created',
          `Razorpay did not create the order: ${error.message}`,
          {
            cause: error,
          },
        );
      }
    },
    async run(transaction, _input, _actor, order) {
      await insertCheckOrder(transaction, order);
      const { id } = order;
      const link = new URL(`/checkout/pay/${id}`, setup.publicUrl).href;
      const done =
        'Pay ₹1 at this address. The payment is refunded within two minutes; then check this step.';
      return { done, order: { id, link } };
    },
    audit: () => ({ subject: subject('order') }),
  };
}

export const createSetupActions = (
  services: SetupActionServices,
): Pick<Actions, 'setup.check' | 'setup.order' | 'setup.send-test-email' | 'setup.record-drill'> => ({
  'setup.check': check(services),
  'setup.order': makeOrder(services),
  'setup.send-test-email': sendTestEmail(services),
  'setup.record-drill': {
    async run(transaction) {
      await recordRun(transaction, 'restore-drill', 'succeeded');
      return { done: 'Recorded: a backup was restored and checked today.' };
    },
    audit: () => ({ subject: subject('backup') }),
  },
});
