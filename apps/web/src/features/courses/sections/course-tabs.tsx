import { Phone } from '@meridian/ui/icons';
import { type SectionTab, SectionTabs } from '@meridian/ui/section-tabs';
import { useSalesOpen } from '../../../api/sales.ts';
import { contact } from '../../../content/contact.ts';

/**
 * The last section whose top is at most this far below the window's top is in view (specification, section 9).
 */
const highlightOffsetPx = 200;

/** Scroll-spy tabs of the page, and the phone number. */
export function CourseTabs({ tabs }: { tabs: readonly SectionTab[] }) {
  const isOpen = useSalesOpen();
  // While sales are closed, the section shows the fees, but nobody can enrol.
  const shown = isOpen
    ? tabs
    : tabs.map((tab) => (tab.id === 'enroll-now' ? { ...tab, label: 'Course Fee' } : tab));
  return (
    <SectionTabs label="Course sections" tabs={shown} offsetPx={highlightOffsetPx}>
      <a
        href={contact().phoneHref}
        className="flex min-h-13 min-w-8 shrink-0 items-center justify-center gap-2 text-sm font-bold text-brand-strong underline-offset-4 hover:underline"
      >
        <Phone aria-hidden="true" className="size-4" />
        <span className="max-lg:sr-only">{contact().phone}</span>
      </a>
    </SectionTabs>
  );
}
