import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';

type Document = NonNullable<ReceiptData['documents']>[number];

const names: Record<Document['kind'], string> = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};

/** Links to the documents of an order as PDF files. */
export function ReceiptDocuments({ documents }: { documents: readonly Document[] }) {
  return (
    <ul className="grid gap-1">
      {documents.map(({ kind, number, path }) => (
        <li key={number}>
          <a
            href={path}
            download
            className="inline-block py-1 font-semibold text-brand-strong underline underline-offset-4"
          >
            {names[kind]} {number} (PDF)
          </a>
        </li>
      ))}
    </ul>
  );
}
