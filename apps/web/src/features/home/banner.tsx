import { buttonClass } from '@meridian/ui/button';
import { ArrowDown } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { Stars } from '@meridian/ui/stars';
import { claims } from '../../content/site-content.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import illustration from './banner-illustration.svg';

/** The site's claim and its main button. */
export function Banner({ hasCourses }: { hasCourses: boolean }) {
  return (
    <div className="overflow-hidden bg-ink text-white">
      <Container className="grid items-center gap-10 py-14 sm:py-20 lg:grid-cols-[1.1fr_0.9fr] lg:py-24">
        <div>
          <h1 className="text-4xl">Get certified by people who run agile teams every day</h1>
          <p className="mt-5 max-w-text text-lg text-white/85">
            Live online classes in SAFe, Scrum, Kanban and project management: small groups, real practice,
            and help until you pass.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            {hasCourses ? (
              <a href="#popular-courses" className={buttonClass('accent', 'lg')}>
                All Courses <ArrowDown aria-hidden="true" className="size-5" />
              </a>
            ) : (
              <ButtonLink to="/contact-us" tone="accent" size="lg">
                Contact Us
              </ButtonLink>
            )}
            <p className="flex items-center gap-3 text-sm">
              <Stars rating={claims.rating} label={`Rated ${claims.rating} out of 5 by learners`} />
              <span>
                <strong className="text-base">{claims.rating}/5</strong> Rated by learners
                <span className="block text-white/75">{claims.reviews}</span>
              </span>
            </p>
          </div>
        </div>
        {/* A board whose cards move towards done under a rising sun. Lazy: small screens, which hide it, do not load it. */}
        <img
          src={illustration}
          alt=""
          loading="lazy"
          width="520"
          height="400"
          className="undimmed mx-auto w-full max-w-xl max-lg:hidden"
        />
      </Container>
    </div>
  );
}
