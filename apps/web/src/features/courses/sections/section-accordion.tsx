import type { SectionItem } from '@meridian/contracts/site/courses/course';
import { Accordion } from '@meridian/ui/accordion';
import { RichText } from '@meridian/ui/rich-text';
import { ViewMore } from '@meridian/ui/view-more';
import { useRef } from 'react';
import type { SectionName } from '../api.ts';
import { useSectionEntries } from './use-section-entries.ts';

/** A section with an accordion and View More. */
export function SectionAccordion({
  section,
  courseId,
  first,
  total,
  what,
}: {
  section: Exclude<SectionName, 'learning_objectives'>;
  courseId: number;
  first: readonly SectionItem[];
  total: number;
  /** Plural noun for the items. */
  what: string;
}) {
  const { entries, hasMore, busy, failure, showMore } = useSectionEntries(
    { section, courseId },
    first,
    total,
  );
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <Accordion
        ref={list}
        items={entries.map((entry, index) => ({
          key: entry.id ?? index,
          title: entry.name,
          content: <RichText html={entry.description} />,
        }))}
      />
      {hasMore ? (
        <ViewMore
          list={list}
          shown={entries.length}
          total={total}
          what={what}
          busy={busy}
          failure={failure}
          onMore={showMore}
        />
      ) : null}
    </>
  );
}
