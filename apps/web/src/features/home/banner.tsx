import { instance } from '@meridian/contracts/site/instance';
import { buttonClass } from '@meridian/ui/button';
import { ArrowDown } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { Stars } from '@meridian/ui/stars';
import { ButtonLink } from '../../ui/button-link.tsx';

/** The site's slogan and its main button. */
export function Banner({ hasCourses }: { hasCourses: boolean }) {
  const { banner, claims, texts } = instance();
  const { rating } = claims;
  return (
    <div className="overflow-hidden bg-ink text-white">
      <Container className="grid items-center gap-10 py-14 sm:py-20 lg:grid-cols-[1.1fr_0.9fr] lg:py-24">
        <div>
          <h1 className="text-4xl">{texts.home.heading}</h1>
          <p className="mt-5 max-w-text text-lg text-white/85">{texts.home.intro}</p>
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
            {rating ? (
              <p className="flex items-center gap-3 text-sm">
                <Stars rating={rating.value} label={`Rated ${rating.value} out of 5 by learners`} />
                <span>
                  <strong className="text-base">{rating.value}/5</strong> Rated by learners
                  <span className="block text-white/75">{rating.reviews}</span>
                </span>
              </p>
            ) : null}
          </div>
        </div>
        {/* Lazy, because small screens hide the image and must not load it. */}
        {banner === undefined ? null : (
          <img
            src={banner}
            alt=""
            loading="lazy"
            width="520"
            height="400"
            className="undimmed mx-auto w-full max-w-xl max-lg:hidden"
          />
        )}
      </Container>
    </div>
  );
}
