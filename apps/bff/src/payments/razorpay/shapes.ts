/** What Razorpay answers, as far as the checkout reads it. Amounts are integer paise. */
import { z } from 'zod';

export const razorpayPayment = z.object({
  id: z.string().max(64),
  /** Null for a payment that was made without an order. */
  order_id: z.string().nullable().default(null),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** False for one that was only authorized, also after Razorpay has given it back. */
  captured: z.boolean().nullish(),
  amount_refunded: z
    .int()
    .nullish()
    .transform((paise) => paise ?? 0),
});
export type RazorpayPayment = z.infer<typeof razorpayPayment>;

export const razorpayRefund = z.object({
  id: z.string().max(64),
  payment_id: z.string().max(64),
  amount: z.int().min(1),
  // A state that is not known yet is not the end of a refund: it is asked for again.
  status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
  /** Our id, where the refund was asked for here. */
  receipt: z.string().nullish(),
});
export type RazorpayRefund = z.infer<typeof razorpayRefund>;

export const razorpayDispute = z.object({
  id: z.string().max(64),
  payment_id: z.string().max(64),
  amount: z.int().min(0),
  amount_deducted: z.int().min(0).nullish().catch(null),
  status: z.string().max(40),
  phase: z.string().max(40).nullish().catch(null),
  respond_by: z.int().positive().nullish().catch(null),
});
export type RazorpayDispute = z.infer<typeof razorpayDispute>;

/** An order as far as it tells whose it is. */
export const razorpayOrderName = z.object({
  id: z.string(),
  receipt: z.string().nullish(),
  notes: z.record(z.string(), z.unknown()).catch({}),
});
export type RazorpayOrderName = z.infer<typeof razorpayOrderName>;

/** An item of a list that this version cannot read: it is set aside, and the others are read all the same. */
export interface Unreadable {
  /** Empty where not even that could be read. */
  id: string;
  orderId: string | null;
  /** Names of fields and kinds of faults; never values. */
  reason: string;
}

export interface Page<Item> {
  items: Item[];
  unreadable: Unreadable[];
  /** Items on the page, readable or not. */
  count: number;
}

const named = z.object({
  id: z.string().max(64).catch(''),
  order_id: z.string().max(64).nullable().catch(null).default(null),
});

/** A list whose items are read one by one. */
export function pageOf<Schema extends z.ZodType>(item: Schema) {
  return z.object({ items: z.array(z.unknown()) }).transform(({ items }): Page<z.output<Schema>> => {
    const page: Page<z.output<Schema>> = { items: [], unreadable: [], count: items.length };
    for (const one of items) {
      const read = item.safeParse(one);
      if (read.success) {
        page.items.push(read.data);
        continue;
      }
      const name = named.catch({ id: '', order_id: null }).parse(one);
      const faults = read.error.issues.map(({ path, code }) => `${path.join('.') || 'item'}: ${code}`);
      page.unreadable.push({ id: name.id, orderId: name.order_id, reason: faults.slice(0, 5).join(', ') });
    }
    return page;
  });
}
