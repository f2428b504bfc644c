import type { FormName } from '@meridian/contracts/calls';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { LeadForm } from '../leads/public.ts';

/** A card with a lead form, the main content of a page. */
export function LeadCard({
  form,
  title,
  note,
  className,
}: {
  form: FormName;
  title: string;
  /** Text above the first field. */
  note: string;
  className?: string;
}) {
  const headingId = `${form}-heading`;
  return (
    <section
      aria-labelledby={headingId}
      className={`rounded-xl border border-line bg-surface p-5 text-ink shadow-raised sm:p-8 ${className ?? ''}`}
    >
      <h2 id={headingId} className="text-2xl">
        {title}
      </h2>
      <p className="mt-2 mb-6 text-ink-soft">{note}</p>
      <ErrorBoundary>
        <LeadForm form={form} />
      </ErrorBoundary>
    </section>
  );
}
