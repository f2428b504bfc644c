export interface Purchase {
  orderId: string;
  /** Rupees, GST included. */
  value: number;
  tax: number;
  course: { id: number; name: string; seats: number };
}

/** What the page tells the frame in which the services run. */
export type AnalyticsMessage =
  | { kind: 'page'; address: string; title: string; referrer: string }
  | { kind: 'purchase'; purchase: Purchase };
