import { z } from 'zod';
import { setupStepIds } from '../console/setup.ts';
import { action } from './action.ts';

export const setupCheck = action({
  name: 'setup.check',
  title: 'Checked steps of the set-up',
  role: 'admin',
  stepUp: false,
  positional: ['step'],
  input: z.strictObject({
    /** Step to check. Default: all steps. */
    step: z
      .enum(setupStepIds, { error: `Enter one of ${setupStepIds.join(', ')}` })
      .optional()
      .meta({ title: 'STEP' }),
  }),
  result: {
    steps: z.array(
      z.object({ id: z.enum(setupStepIds), state: z.enum(['passed', 'failed']), message: z.string() }),
    ),
  },
  changes: ['Setup'],
});

export const setupSendTestEmail = action({
  name: 'setup.send-test-email',
  title: 'Sent a test email',
  role: 'admin',
  stepUp: false,
  positional: ['address'],
  input: z.strictObject({ address: z.email({ error: 'Enter an email address' }).max(254) }),
  result: {},
  changes: [],
});

export const setupOrder = action({
  name: 'setup.order',
  title: 'Created the order of a test payment',
  role: 'admin',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  result: {
    /** `link`: page on which the ₹1 is paid. */
    order: z.object({ id: z.string(), link: z.string() }),
  },
  changes: ['Setup'],
});

export const setupRecordDrill = action({
  name: 'setup.record-drill',
  title: 'Recorded that a backup was restored and checked',
  role: 'admin',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  result: {},
  changes: ['Setup'],
});
