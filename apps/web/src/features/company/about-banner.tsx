import { instance } from '@meridian/contracts/site/instance';
import { Container } from '@meridian/ui/section';
import { GlobeIllustration } from './globe-illustration.tsx';

/** The page's heading with a sentence about the provider. */
export function AboutBanner() {
  const { heading } = instance().texts.about;
  return (
    <div className="overflow-hidden bg-ink text-white">
      <Container className="grid items-center gap-x-10 sm:grid-cols-[1.25fr_0.75fr]">
        <div className="py-14 sm:py-20">
          <h1 className="text-4xl">About Us</h1>
          {heading === undefined ? null : (
            <p className="mt-5 max-w-text font-display text-2xl text-white/90">{heading}</p>
          )}
        </div>
        <GlobeIllustration className="w-full self-end max-sm:hidden sm:-mb-14" />
      </Container>
    </div>
  );
}
