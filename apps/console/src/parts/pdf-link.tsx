/** Link to the PDF of a document. The audit log records each opening. */
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
