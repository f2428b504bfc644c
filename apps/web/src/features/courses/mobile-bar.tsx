import { formatRupees, seatFee } from '@meridian/contracts/checkout/pricing';
import type { Course } from '@meridian/contracts/courses/course';
import { Phone } from 'lucide-react';
import { contact } from '../../site-content.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';

/** On narrow screens the price and the two main actions stay in reach; the bar ends where the page's content ends. */
export function MobileBar({ course }: { course: Course }) {
  const fee = seatFee(course);
  return (
    <section
      aria-label="Enrol or call"
      className="sticky bottom-0 z-20 flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-raised lg:hidden"
    >
      {fee === null ? null : (
        <p className="mr-auto leading-tight">
          <strong className="font-display text-lg">{formatRupees(fee)}</strong>
          <span className="block text-xs text-ink-soft">+ GST</span>
        </p>
      )}
      <a href={contact.phoneHref} className={buttonClass('outline', 'md', 'max-sm:px-4')}>
        <Phone aria-hidden="true" className="size-4" /> Call
      </a>
      <ButtonLink to={`/view-schedule/${course.id}`} className={fee === null ? 'grow' : undefined}>
        Enroll
      </ButtonLink>
    </section>
  );
}
