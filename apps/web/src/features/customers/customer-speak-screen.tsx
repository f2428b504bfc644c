import type { CustomerSpeak } from '@meridian/contracts/site/customer-speak';
import { instance } from '@meridian/contracts/site/instance';
import { PageHeading } from '@meridian/ui/page-heading';
import { QueryView } from '@meridian/ui/query-view';
import { Container, Section } from '@meridian/ui/section';
import { Stars } from '@meridian/ui/stars';
import { api } from '../../api/api.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyListing } from '../../ui/empty-listing.tsx';
import { Experiences } from './experiences.tsx';
import { LearnerSlides } from './learner-slides.tsx';
import { VideoGrid } from './video-grid.tsx';
import { youtubeVideo } from './youtube.ts';

const slidesTitle = 'Hear from Our Certified Professionals';

const isEmpty = (data: CustomerSpeak) => Object.values(data).every((list) => list.length === 0);

/** The three kinds of testimonials; empty ones are left out. */
function TestimonialSections({ data }: { data: CustomerSpeak }) {
  const videos = data.hear_from_our_customers.filter(({ youtube_url }) => youtubeVideo(youtube_url));
  return (
    <>
      {data.our_customers_saying.length > 0 ? (
        <Section title={slidesTitle}>
          <LearnerSlides label={slidesTitle} learners={data.our_customers_saying} />
        </Section>
      ) : null}
      {videos.length > 0 ? (
        <Section
          className="bg-ink text-white"
          title="Hear from our customers"
          intro={<span className="text-white/85">A few minutes each, in their own words.</span>}
        >
          <VideoGrid videos={videos} />
        </Section>
      ) : null}
      {data.share_your_experience.length > 0 ? (
        <Section title="Experiences that learners share">
          <Experiences learners={data.share_your_experience} />
        </Section>
      ) : null}
    </>
  );
}

/** Testimonials, videos and experiences of learners. */
export function CustomerSpeakScreen() {
  const { rating } = instance().claims;
  const query = api.endpoints.customer_speak.useQuery({});
  if (query.data && isEmpty(query.data))
    return (
      <>
        <PageHeading title="Customer Speak" />
        <EmptyListing text="No testimonials yet." />
      </>
    );
  return (
    <>
      <PageHeading title="Customer Speak" intro="Attendees tell you what they think of our classes.">
        {rating ? (
          <p className="mt-6 flex items-center gap-3">
            <Stars rating={rating.value} label={`Rated ${rating.value} out of 5 by learners`} />
            <strong className="text-xl">{rating.value}/5</strong>
            <span className="text-ink-soft">{rating.reviews}</span>
          </p>
        ) : null}
      </PageHeading>
      {query.data ? (
        <TestimonialSections data={query.data} />
      ) : (
        <Container className="py-10">
          <QueryView query={query}>{() => null}</QueryView>
        </Container>
      )}
      <div className="border-t border-line bg-accent-soft">
        <Container className="flex flex-wrap items-center justify-between gap-6 py-10">
          <h2 className="max-w-[26ch] text-2xl">Join one of our next batches</h2>
          <ButtonLink to="/#popular-courses" size="lg">
            Find your course
          </ButtonLink>
        </Container>
      </div>
    </>
  );
}
