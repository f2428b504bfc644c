import type { CourseSchedule } from '@meridian/contracts/site/schedule/schedule';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { ArrowLeft } from '@meridian/ui/icons';
import { Notice } from '@meridian/ui/notice';
import { QueryView } from '@meridian/ui/query-view';
import { Container } from '@meridian/ui/section';
import type { ReactNode } from 'react';
import { advisorId } from '../../content/advisor-anchor.ts';
import { usePageParams } from '../../routing/page-params.ts';
import { Link } from '../../ui/link.tsx';
import { CouponSlot } from '../coupons/public.ts';
import { firstList, scheduleApi } from './api.ts';
import { courseIdOf } from './course-id.ts';
import { Trust } from './promotion.tsx';
import { ScheduleTabs } from './schedule-tabs.tsx';

/**
 * The schedule of a course. An address without a course is a 404 on the first load. After a client-side
 * navigation, the page shows the message of the read.
 */
export function ScheduleScreen() {
  const id = courseIdOf(usePageParams().courseId);
  if (id !== undefined) return <CourseSchedulePage key={id} id={id} />;
  return (
    <Frame>
      <Notice>Failed to load content</Notice>
    </Frame>
  );
}

/** Undefined if the upstream has no slugs for the course. */
const coursePath = ({ category_seo_slug: category, seo_slug: slug }: CourseSchedule) =>
  category !== '' && slug !== '' ? `/${category}/${slug}` : undefined;

/** The page until the course is loaded. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="py-10 sm:py-14">
      <h1 className="mb-6 text-3xl">Course schedule</h1>
      {children}
    </Container>
  );
}

function CourseSchedulePage({ id }: { id: number }) {
  const query = scheduleApi.endpoints.schedulePages.useInfiniteQuery(firstList(id));
  const course = query.data?.pages[0];
  if (!course) {
    return (
      <Frame>
        <QueryView
          query={{ error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
          skeleton="rows"
        >
          {() => null}
        </QueryView>
      </Frame>
    );
  }
  const path = coursePath(course);
  return (
    <>
      <ScheduleHeader courseId={id} course={course} />
      <Container className="py-10 sm:py-14">
        <ErrorBoundary>
          <ScheduleTabs
            courseId={id}
            courseName={course.name}
            category={course.category_seo_slug}
            enquiryPath={path === undefined ? '/contact-us' : `${path}#${advisorId}`}
          />
        </ErrorBoundary>
      </Container>
    </>
  );
}

function ScheduleHeader({ courseId, course }: { courseId: number; course: CourseSchedule }) {
  const path = coursePath(course);
  return (
    <div className="bg-ink text-white">
      <Container className="grid items-end gap-8 py-6 sm:py-9 lg:grid-cols-[1fr_24rem]">
        <div>
          <Link
            to={path ?? '/'}
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {path === undefined ? 'Back to home' : 'Back to the course'}
          </Link>
          <h1 className="mt-2 mb-4 text-3xl">{course.name || 'Course name not available'}</h1>
          <Trust />
        </div>
        {course.total_schedule > 0 ? (
          <CouponSlot courseId={courseId} category={course.category_seo_slug} />
        ) : null}
      </Container>
    </div>
  );
}
