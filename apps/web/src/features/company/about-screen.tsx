import { instance } from '@meridian/contracts/site/instance';
import { Section } from '@meridian/ui/section';
import { ButtonLink } from '../../ui/button-link.tsx';
import { AboutBanner } from './about-banner.tsx';
import { Overview } from './overview.tsx';
import { Reach } from './reach.tsx';
import { Steps } from './steps.tsx';
import { WhatWeDo } from './what-we-do.tsx';

const steps = (passing: string | undefined) => [
  {
    title: 'We ask first',
    text: 'What you do today, which exam you want and by when. The trainer reads the answers before the class.',
  },
  {
    title: 'We teach live',
    text: 'Small groups, cameras on, no long lectures. Most of the time you work on a case with other learners.',
  },
  {
    title: 'We practise the exam',
    text: ['Mock questions, with a reason for each answer.', passing].filter(Boolean).join(' '),
  },
  {
    title: 'We stay with you',
    text: 'Help until you pass, and a trainer to write to when the first week back at work gets difficult.',
  },
];

/** About the provider: overview, reach, programmes and process. */
export function AboutScreen() {
  return (
    <>
      <AboutBanner />
      <Overview />
      <Reach />
      <WhatWeDo />
      <Section
        className="border-t border-line bg-surface"
        title="How we do it"
        intro="Every class runs the same way, from the first question to the first week after it."
      >
        <Steps steps={steps(instance().claims.passing?.text)} />
        <div className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to="/#popular-courses" size="lg">
            See our courses
          </ButtonLink>
          <ButtonLink to="/contact-us" tone="outline" size="lg">
            Talk to us
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
