import type { Course } from '@meridian/contracts/site/courses/course';
import { ViewMore } from '@meridian/ui/view-more';
import { useRef } from 'react';
import { useSectionEntries } from './use-section-entries.ts';

/** Learning objectives, as numbered cards. */
export function LearningObjectives({ course }: { course: Course }) {
  const { entries, hasMore, busy, failure, showMore } = useSectionEntries(
    { section: 'learning_objectives', courseId: course.id },
    course.learning_objectives,
    course.total_learning,
  );
  const list = useRef<HTMLOListElement>(null);
  return (
    <>
      <ol ref={list} className="grid gap-4 sm:grid-cols-2">
        {entries.map((entry, index) => (
          <li
            key={`${index}-${entry.name}`}
            className="flex gap-4 rounded-lg border border-line bg-surface p-5 shadow-card"
          >
            <span
              aria-hidden="true"
              className="min-w-8 shrink-0 font-display text-2xl leading-tight font-bold text-brand"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg">{entry.name}</h3>
              {entry.description ? <p className="mt-1 text-sm text-ink-soft">{entry.description}</p> : null}
            </div>
          </li>
        ))}
      </ol>
      {hasMore ? (
        <ViewMore
          list={list}
          shown={entries.length}
          total={course.total_learning}
          what="objectives"
          busy={busy}
          failure={failure}
          onMore={showMore}
        />
      ) : null}
    </>
  );
}
