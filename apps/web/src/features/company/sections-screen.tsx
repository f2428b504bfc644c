import { PageHeading } from '@meridian/ui/page-heading';
import { Container } from '@meridian/ui/section';
import { SectionTabs } from '@meridian/ui/section-tabs';

/**
 * The last section whose top is at most this far below the window's top is in view (specification, section 9).
 */
const tabOffsetPx = 60;

const sections = [
  { id: 'section-one', label: 'Section 1', tone: 'bg-brand-faint' },
  { id: 'section-two', label: 'Section 2', tone: 'bg-accent-soft' },
  { id: 'section-three', label: 'Section 3', tone: 'bg-brand-soft' },
] as const;

/** The page at /test: three sections of filler text with scroll-spy tabs. */
export function SectionsScreen() {
  return (
    <>
      <PageHeading title="Test" />
      <SectionTabs label="Sections" tabs={sections} offsetPx={tabOffsetPx} />
      {sections.map(({ id, label, tone }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-heading`}
          // A tab scrolls the section's top to within the offset. The padding keeps the heading below the
          // tabs.
          className={`min-h-dvh scroll-mt-[calc(56px-9rem)] pt-28 pb-16 ${tone}`}
        >
          <Container>
            <h2 id={`${id}-heading`} className="text-3xl">
              {label}
            </h2>
            <p className="mt-4 max-w-text text-lg text-ink-soft">
              A section of filler, tall enough to scroll through. The tab of the section in view is marked.
            </p>
          </Container>
        </section>
      ))}
    </>
  );
}
