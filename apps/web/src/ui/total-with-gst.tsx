import { formatWithGst } from '@meridian/contracts/enrolment/pricing';

/** Total of a seat with GST, and the total before the discount; fees in rupees. */
export function TotalWithGst({ fee, original }: { fee: number; original?: number | null }) {
  return (
    <span className="order-3 block w-full text-sm text-ink-soft">
      {original && original > fee ? <s className="mr-1.5">{formatWithGst(original)}</s> : null}
      <span className="inline-block">{formatWithGst(fee)} incl. GST</span>
    </span>
  );
}
