export interface Purchase {
  orderId: string;
  /** In rupees, including GST. */
  value: number;
  tax: number;
  course: { id: number; name: string; seats: number };
}

/** Messages from the page to the frame in which the services run. */
export type AnalyticsMessage =
  | { kind: 'page'; address: string; title: string; referrer: string }
  | { kind: 'purchase'; purchase: Purchase };
