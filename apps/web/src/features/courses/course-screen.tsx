import { Notice } from '@meridian/ui/notice';
import { QueryView } from '@meridian/ui/query-view';
import { Container } from '@meridian/ui/section';
import { api } from '../../api/api.ts';
import { usePageParams } from '../../routing/page-params.ts';
import { CourseContent } from './course-content.tsx';
import { isCourseSlug } from './course-slug.ts';

export function CourseScreen() {
  const { slug } = usePageParams();
  if (isCourseSlug(slug)) return <CoursePage slug={slug} />;
  return (
    <Container className="py-10">
      <h1 className="sr-only">Course</h1>
      <Notice>Failed to load content</Notice>
    </Container>
  );
}

function CoursePage({ slug }: { slug: string }) {
  const query = api.endpoints.course_details.useQuery({ seo_slug: slug });
  const course = query.currentData;
  // The key resets the state of the page when the course changes.
  if (course) return <CourseContent key={course.id} course={course} />;
  return (
    <Container className="min-h-dvh py-10">
      <QueryView
        query={{ error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
        skeleton="text"
        heading="Course"
      >
        {() => null}
      </QueryView>
    </Container>
  );
}
