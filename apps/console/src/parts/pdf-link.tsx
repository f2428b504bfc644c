/** The PDF of a document. Opening it is an entry in the audit log. */
export function PdfLink({ number }: { number: string }) {
  return (
    <a
      href={`/console/api/documents/pdf?number=${encodeURIComponent(number)}`}
      download
      className="text-brand-strong underline"
      aria-label={`PDF of ${number}`}
    >
      PDF
    </a>
  );
}
