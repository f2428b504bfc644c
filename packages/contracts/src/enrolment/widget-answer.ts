/**
 * Fields that Razorpay returns after a payment. The dialog passes them to its handler. Razorpay's own page
 * sends them in a form POST.
 */
export const widgetFields = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const;

export type WidgetAnswer = Record<(typeof widgetFields)[number], string>;

/**
 * Picks the known fields, because Razorpay may send more.
 * @returns undefined if a field is missing
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
