import { Phone } from '@meridian/ui/icons';
import { type SectionTab, SectionTabs } from '@meridian/ui/section-tabs';
import { contact } from '../../../content/contact.ts';

/** A section is in view once its top is within this distance of the window's top (specification, section 9). */
const highlightOffsetPx = 200;

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'curriculum', label: 'Course Curriculum' },
  { id: 'about-certification', label: 'About Certification' },
  { id: 'enroll-now', label: 'Enroll Now' },
  { id: 'learning-objectives', label: 'Learning Objectives' },
  { id: 'prerequisites', label: 'Prerequisites' },
  { id: 'faq', label: 'FAQ' },
] as const satisfies readonly SectionTab[];

/** Id of a section with a tab. */
export type TabSection = (typeof tabs)[number]['id'];

const ids: readonly TabSection[] = tabs.map((tab) => tab.id);

/** Scroll-spy tabs of the page, and the phone number. */
export function CourseTabs() {
  return (
    <SectionTabs label="Course sections" tabs={tabs} ids={ids} offsetPx={highlightOffsetPx}>
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
