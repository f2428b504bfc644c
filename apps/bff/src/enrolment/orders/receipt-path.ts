/** @returns the path of an order's receipt on the site */
export function receiptPath(receiptToken: string): string {
  return `/receipt/${receiptToken}`;
}
