import { CalendarHeart } from '@meridian/ui/icons';
import { contact } from '../../content/contact.ts';

const link = 'inline-flex min-h-8 items-center font-semibold text-brand-strong underline underline-offset-4';

/** Shown if a course has no batch of the chosen kind. */
export function EmptySchedule() {
  const { whatsappHref } = contact();
  return (
    <div className="grid justify-items-center rounded-lg border border-line bg-surface px-5 py-12 text-center shadow-card sm:py-16">
      <span className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand-strong">
        <CalendarHeart aria-hidden="true" className="size-8" />
      </span>
      <p className="mt-5 max-w-[34ch] text-xl text-balance">
        Need a schedule that fits you? Let us customize it for you!{' '}
        <a href={contact().phoneHref} className={link}>
          Call
        </a>{' '}
        {whatsappHref === undefined ? (
          'us'
        ) : (
          <>
            or{' '}
            <a href={whatsappHref} target="_blank" rel="noopener" className={link}>
              WhatsApp us
            </a>
          </>
        )}
        ...
      </p>
      <p className="mt-4 text-sm text-ink-soft">
        {contact().phone}, {contact().hours}
      </p>
    </div>
  );
}
