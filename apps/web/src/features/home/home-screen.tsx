import { instance } from '@meridian/contracts/site/instance';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { LogoRow } from '@meridian/ui/logo-row';
import { QueryView } from '@meridian/ui/query-view';
import { Container, Section } from '@meridian/ui/section';
import { api } from '../../api/api.ts';
import { CourseCard } from '../courses/public.ts';
import { LearnerSlides } from '../customers/public.ts';
import { AboutUs } from './about-us.tsx';
import { Banner } from './banner.tsx';
import { Stats } from './stats.tsx';
import { TrainerCarousel } from './trainers.tsx';

export function HomeScreen() {
  const home = api.endpoints.home.useQuery({});
  return (
    <>
      <Banner hasCourses={home.data?.course.length !== 0} />
      <QueryView query={home}>
        {(data) => (
          <>
            <ErrorBoundary>
              <LogoRow title="Trusted By" logos={data.trusted_by} />
            </ErrorBoundary>
            {data.course.length > 0 ? (
              <Section
                id="popular-courses"
                eyebrow="Learn with us"
                title="Popular Courses"
                intro="Live classes in small groups, with a trainer who has done the job. Pick one and see its next batches."
              >
                <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                  {data.course.map((course) => (
                    <CourseCard key={course.seo_slug} course={course} />
                  ))}
                </div>
              </Section>
            ) : null}
            <Stats />
            {data.expert.length > 0 ? (
              <Section
                eyebrow="Who teaches"
                title="Our Expert Trainers"
                intro={instance().texts.home.trainers}
              >
                <TrainerCarousel trainers={data.expert} />
              </Section>
            ) : null}
            {data.testimonials.length > 0 ? (
              <Section className="bg-brand-faint" eyebrow="What learners say" title="Testimonials">
                <LearnerSlides label="Testimonials" learners={data.testimonials} />
              </Section>
            ) : null}
          </>
        )}
      </QueryView>
      <Container>
        <AboutUs />
      </Container>
    </>
  );
}
