/** Settings of the payment provider. */
import { z } from 'zod';
import { httpUrl, required } from './fields.ts';

export const razorpayVariables = {
  RAZORPAY_KEY_ID: required,
  RAZORPAY_KEY_SECRET: required,
  RAZORPAY_KEY_SECRET_PREVIOUS: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: required,
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  RAZORPAY_API_URL: httpUrl.default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: httpUrl.default('https://checkout.razorpay.com/v1/checkout.js'),
};

type Values = z.output<z.ZodObject<typeof razorpayVariables>>;

export function razorpayOf(values: Values) {
  return {
    keyId: values.RAZORPAY_KEY_ID,
    keySecret: values.RAZORPAY_KEY_SECRET,
    /** A payment is signed with the secret valid when its dialog opened. */
    signatureSecrets: [values.RAZORPAY_KEY_SECRET, values.RAZORPAY_KEY_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    /** Current and, during rotation, previous. */
    webhookSecrets: [values.RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    apiUrl: values.RAZORPAY_API_URL,
    /** Script of the payment widget. */
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
  };
}
