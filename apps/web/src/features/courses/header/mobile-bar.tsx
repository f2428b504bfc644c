import { formatRupees, seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Course } from '@meridian/contracts/site/courses/course';
import { MessageCircle, Phone } from '@meridian/ui/icons';
import { contact } from '../../../content/site-content.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { TotalWithGst } from '../../../ui/total-with-gst.tsx';
import { advisorId } from './advisor-id.ts';

const small =
  'grid min-h-12 min-w-14 justify-items-center content-center gap-0.5 rounded-md text-xs font-semibold text-brand-strong hover:bg-brand-soft';

/** Sticky bar of narrow screens, to enquire, call and enrol; it ends with the page's content. */
export function MobileBar({ course }: { course: Course }) {
  const fee = seatFee(course);
  return (
    <section
      aria-label="Enquire, call or enrol"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-1 border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised lg:hidden print:hidden"
    >
      <a href={`#${advisorId}`} className={small}>
        <MessageCircle aria-hidden="true" className="size-5" /> Enquire
      </a>
      <a href={contact.phoneHref} className={small}>
        <Phone aria-hidden="true" className="size-5" /> Call
      </a>
      {fee === null ? null : (
        <p className="mr-3 ml-auto text-right leading-tight">
          <strong className="font-display text-lg">{formatRupees(fee)}</strong>{' '}
          <span className="text-xs text-ink-soft">+ GST</span>
          <TotalWithGst fee={fee} />
        </p>
      )}
      <ButtonLink to={`/view-schedule/${course.id}`} className={fee === null ? 'ml-3 grow' : undefined}>
        Enroll
      </ButtonLink>
    </section>
  );
}
