/** Settings of the payment provider. */
import { z } from 'zod';
import { httpUrl, required } from './fields.ts';

export const razorpayVariables = {
  RAZORPAY_KEY_ID: required.describe('id of the API key'),
  RAZORPAY_KEY_SECRET: required.describe('secret of the API key'),
  RAZORPAY_KEY_SECRET_PREVIOUS: z
    .string()
    .optional()
    .describe(
      'former key secret. Razorpay signs a payment with it if the dialog was opened before the rotation',
    ),
  RAZORPAY_WEBHOOK_SECRET: required.describe('secret with which Razorpay signs webhooks'),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z
    .string()
    .optional()
    .describe('former webhook secret, which is accepted during a rotation'),
  RAZORPAY_API_URL: httpUrl.default('https://api.razorpay.com').describe('address of the API'),
  RAZORPAY_CHECKOUT_URL: httpUrl
    .default('https://checkout.razorpay.com/v1/checkout.js')
    .describe('address of the script of the payment dialog'),
};

type Values = z.output<z.ZodObject<typeof razorpayVariables>>;

export function razorpayOf(values: Values) {
  return {
    keyId: values.RAZORPAY_KEY_ID,
    keySecret: values.RAZORPAY_KEY_SECRET,
    /** A payment is signed with the secret that was valid when its dialog opened. */
    signatureSecrets: [values.RAZORPAY_KEY_SECRET, values.RAZORPAY_KEY_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    /** The current secret and, during rotation, the previous one. */
    webhookSecrets: [values.RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    apiUrl: values.RAZORPAY_API_URL,
    /** Script of the payment widget. */
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
  };
}
