import { formatWithGst } from '@meridian/contracts/checkout/pricing';

/** What a seat comes to in the end, and what it came to before the discount; fees in rupees. */
export function TotalWithGst({ fee, original }: { fee: number; original?: number | null }) {
  return (
    <span className="order-3 block w-full text-sm text-ink-soft">
      {original && original > fee ? <s className="mr-1.5">{formatWithGst(original)}</s> : null}
      {formatWithGst(fee)} incl. GST
    </span>
  );
}
