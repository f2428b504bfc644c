import { instance } from '@meridian/contracts/site/instance';
import { Section } from '@meridian/ui/section';
import { ButtonLink } from '../../ui/button-link.tsx';
import { AboutBanner } from './about-banner.tsx';
import { Overview } from './overview.tsx';
import { Reach } from './reach.tsx';
import { Steps } from './steps.tsx';
import { WhatWeDo } from './what-we-do.tsx';

/** About the provider: overview, reach, programmes and process. */
export function AboutScreen() {
  const { claims, texts } = instance();
  return (
    <>
      <AboutBanner />
      <Overview />
      <Reach />
      <WhatWeDo />
      <Section
        className="border-t border-line bg-surface"
        title={texts.about.steps.length > 0 ? 'How we do it' : 'Learn with us'}
        intro={claims.passing?.text}
      >
        {texts.about.steps.length > 0 ? <Steps steps={texts.about.steps} className="mb-10" /> : null}
        <div className="flex flex-wrap gap-3">
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
