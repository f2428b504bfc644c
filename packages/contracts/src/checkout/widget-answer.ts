/** What Razorpay gives after a payment: to the handler of its dialog, and as a form where it cannot show the dialog. */
export const widgetFields = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const;

export type WidgetAnswer = Record<(typeof widgetFields)[number], string>;

/**
 * Picks the fields that are ours to pass on; Razorpay may hand over more.
 * @returns undefined where one is missing
 */
export function pickWidgetAnswer(given: unknown): WidgetAnswer | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const fields = given as Partial<Record<string, unknown>>;
  const [razorpay_payment_id, razorpay_order_id, razorpay_signature] = widgetFields.map(
    (name) => fields[name],
  );
  return typeof razorpay_payment_id === 'string' &&
    typeof razorpay_order_id === 'string' &&
    typeof razorpay_signature === 'string'
    ? { razorpay_payment_id, razorpay_order_id, razorpay_signature }
    : undefined;
}
