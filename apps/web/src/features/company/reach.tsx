import { instance } from '@meridian/contracts/site/instance';
import { Container } from '@meridian/ui/section';

/** Figures about the provider's reach, and its rating. Renders nothing without figures. */
export function Reach() {
  const { claims, texts } = instance();
  const { rating } = claims;
  const figures = [
    ...claims.about,
    ...(rating ? [{ value: `${rating.value}/5`, label: `from ${rating.reviews.toLowerCase()}` }] : []),
  ];
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="reach" className="bg-brand-strong py-12 text-white sm:py-16">
      <Container className="grid gap-10 lg:grid-cols-[0.8fr_1.2fr] lg:items-center lg:gap-16">
        <div>
          <h2 id="reach" className="text-3xl">
            Our reach
          </h2>
          {texts.about.reach === undefined ? null : (
            <p className="mt-4 text-lg text-white/85">{texts.about.reach}</p>
          )}
        </div>
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-white/20">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end bg-brand-strong p-5 sm:p-7">
              <dt className="text-sm text-white/85">{label}</dt>
              <dd className="font-display text-3xl font-bold text-accent-soft">{value}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  );
}
