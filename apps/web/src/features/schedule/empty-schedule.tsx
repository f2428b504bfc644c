import { contact } from '../../site-content.ts';

const link = 'font-semibold text-brand-strong underline underline-offset-4';

/** Shown where a course has no batch of the chosen kind. */
export function EmptySchedule() {
  return (
    <div className="rounded-lg border border-line bg-surface p-6 text-lg shadow-card sm:p-8">
      <p className="max-w-text">
        Need a schedule that fits you? Let us customize it for you!{' '}
        <a href={contact.phoneHref} className={link}>
          Call
        </a>{' '}
        or{' '}
        <a href={contact.whatsappHref} target="_blank" rel="noopener" className={link}>
          WhatsApp us
        </a>
        ...
      </p>
    </div>
  );
}
