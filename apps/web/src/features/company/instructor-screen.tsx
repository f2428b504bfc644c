import { instance } from '@meridian/contracts/site/instance';
import { Container } from '@meridian/ui/section';
import { TickList } from '@meridian/ui/tick-list';
import { LeadCard } from './lead-card.tsx';

/** Reasons to teach here, and the application form. */
export function InstructorScreen() {
  const { intro, requirements, benefits } = instance().texts.instructor;
  return (
    <div className="bg-brand-faint">
      <Container className="grid gap-10 py-12 sm:py-16 lg:grid-cols-[1fr_1fr] lg:gap-16 lg:py-20">
        <div>
          <h1 className="text-4xl">Become an Instructor</h1>
          <p className="mt-4 max-w-text text-lg text-ink-soft">{intro}</p>
          {requirements.length > 0 ? (
            <>
              <h2 className="mt-10 text-2xl">Who we look for</h2>
              <TickList items={requirements} className="mt-4" />
            </>
          ) : null}
          {benefits.length > 0 ? (
            <>
              <h2 className="mt-10 text-2xl">What you get</h2>
              <TickList items={benefits} className="mt-4" />
            </>
          ) : null}
        </div>
        <LeadCard
          form="instructor"
          title="Your application"
          note="The form takes about five minutes. You do not need a cover letter."
          className="self-start"
        />
      </Container>
    </div>
  );
}
