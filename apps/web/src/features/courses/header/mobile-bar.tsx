import { formatRupees, formatWithGst, gstPercent, seatFee } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { Course } from '@meridian/contracts/site/courses/course';
import { MessageCircle, Phone } from '@meridian/ui/icons';
import { useSalesOpen } from '../../../api/sales.ts';
import { advisorId } from '../../../content/advisor-anchor.ts';
import { contact } from '../../../content/contact.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { checkoutAddress } from '../../schedule/public.ts';
import { useSeatsLeft } from '../../seats/public.ts';
import { seatOf } from '../sections/upcoming-batches.tsx';

const small =
  'grid min-h-12 min-w-11 justify-items-center content-center gap-0.5 rounded-md text-xs font-semibold text-brand-strong hover:bg-brand-soft';

/**
 * Sticky bar on narrow screens: enquire, call and, while sales are open, enrol. It does not stick beyond the
 * page's content.
 */
export function MobileBar({ course }: { course: Course }) {
  const isOpen = useSalesOpen();
  const left = useSeatsLeft(course.id);
  const next = course.upcoming_batches.find(({ id }) => left(id) !== 0);
  const seat = next && seatOf(course, next);
  const fee = seat?.course_fee ?? seatFee(course);
  return (
    <section
      aria-label={isOpen ? 'Enquire, call or enrol' : 'Enquire or call'}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-1 border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised lg:hidden print:hidden"
    >
      {isOpen ? (
        <a href={`#${advisorId}`} className={small}>
          <MessageCircle aria-hidden="true" className="size-5" /> Enquire
        </a>
      ) : null}
      <a href={contact().phoneHref} className={small}>
        <Phone aria-hidden="true" className="size-5" /> Call
      </a>
      {fee === null ? null : (
        <p className="mr-2 ml-auto text-right text-xs leading-tight text-ink-soft">
          {next ? (
            <time dateTime={next.start_date} className="block font-semibold text-ink">
              {formatDay(next.start_date)}
            </time>
          ) : null}
          <strong className="font-display text-base text-ink">{formatWithGst(fee)}</strong> incl. GST
          <span className="block">
            <span>{formatRupees(fee)}</span> + {gstPercent}% GST
          </span>
        </p>
      )}
      {isOpen ? (
        <ButtonLink
          to={seat ? checkoutAddress(seat) : `/view-schedule/${course.id}`}
          {...(seat && { state: seat })}
          className={fee === null ? 'ml-3 grow' : undefined}
        >
          Enroll
        </ButtonLink>
      ) : (
        <ButtonLink to={`#${advisorId}`} className={fee === null ? 'ml-3 grow' : undefined}>
          Enquire
        </ButtonLink>
      )}
    </section>
  );
}
