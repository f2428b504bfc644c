import { z } from 'zod';

const minimumPaise = 100;

function amount(belowMinimum: string) {
  return z
    .number({
      error: ({ input }) =>
        input === undefined ? 'The amount field is required.' : 'The amount must be an integer.',
    })
    .int('The amount must be an integer.')
    .min(minimumPaise, belowMinimum);
}

const currency = z.literal('INR', {
  error: ({ input }) =>
    input === undefined ? 'The currency field is required.' : 'Currency is not supported',
});

const receipt = z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish();

const noteValue = z.union([
  z.string().max(256, 'The notes values may not be greater than 256 characters.'),
  z.number(),
]);
const notes = z
  .union([z.tuple([]), z.record(z.string().max(256), noteValue)], {
    error: 'The notes must be an object of texts with at most 256 characters each.',
  })
  .refine(
    (value) => Object.keys(value).length <= 15,
    'Number of fields in notes should be less than or equal to 15',
  )
  .default([]);

const capture = z.strictObject({
  capture: z.enum(['automatic', 'manual'], 'The payment.capture must be automatic or manual.'),
  capture_options: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
});

export const orderRequest = z.strictObject({
  amount: amount('Order amount less than minimum amount allowed'),
  currency,
  receipt,
  /** True to make the receipt an idempotency key of the order. */
  unique_receipt: z.boolean('The unique_receipt must be true or false.').optional(),
  notes,
  payment: capture.optional(),
});

export const captureRequest = z.strictObject({
  amount: amount('The amount must be atleast INR 1.00'),
  currency,
});

export const refundRequest = z.strictObject({
  amount: amount('The amount must be atleast INR 1.00').optional(),
  speed: z.enum(['normal', 'optimum'], 'The speed must be normal or optimum.').default('normal'),
  notes,
  receipt,
});

const seconds = z.coerce.number().int('from and to must be Unix times in seconds.').optional();

export const pageQuery = z.object({
  from: seconds,
  to: seconds,
  count: z.coerce
    .number()
    .int('The count must be an integer.')
    .min(1, 'The count must be at least 1.')
    .max(100, 'The count may not be greater than 100.')
    .default(10),
  skip: z.coerce.number().int().min(0, 'The skip must be at least 0.').default(0),
});
export type Page = z.infer<typeof pageQuery>;

const maxReconCount = 1_000;

export const reconQuery = z.object({
  year: z.coerce.number().int().min(2_000, 'The year is invalid.').max(2_999, 'The year is invalid.'),
  month: z.coerce.number().int().min(1, 'The month is invalid.').max(12, 'The month is invalid.'),
  day: z.coerce.number().int().min(1).max(31).optional(),
  count: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxReconCount, 'The count may not be greater than 1000.')
    .default(10),
  skip: pageQuery.shape.skip,
});

export const orderQuery = pageQuery.extend({
  receipt: z.string().optional(),
  authorized: z.enum(['0', '1'], 'The authorized must be 0 or 1.').optional(),
});

export const idempotencyKey = z
  .string()
  .min(10, 'The idempotency key must be at least 10 characters.')
  .optional();

const checkoutFields = {
  key_id: z.string(),
  order_id: z.string(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  email: z.string().default(''),
  contact: z.string().default(''),
  description: z.string().default(''),
};

const outcome = z.enum(['success', 'fail']);

/** Form fields that the widget in the browser posts. */
export const checkoutRequest = z.object({ ...checkoutFields, outcome });

/** Form fields that open the hosted page. */
export const hostedRequest = z.object({
  ...checkoutFields,
  name: z.string().default(''),
  callback_url: z.url({ protocol: /^https?$/, error: 'The callback url is invalid.' }),
  cancel_url: z.url({ protocol: /^https?$/, error: 'The cancel url is invalid.' }).optional(),
  'prefill[email]': z.string().default(''),
  'prefill[contact]': z.string().default(''),
});

/** Form fields of a button on the hosted page. */
export const hostedPayment = hostedRequest.extend({ outcome });
