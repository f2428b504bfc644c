import { Container } from '@meridian/ui/section';
import { claims } from '../../content/site-content.ts';

const figures = [
  { value: claims.peopleTrained, label: 'people trained' },
  { value: claims.countries, label: 'countries' },
  { value: claims.smallCompanies, label: 'small and mid-sized companies' },
  { value: `${claims.rating}/5`, label: `from ${claims.reviews.toLowerCase()}` },
] as const;

/** Numbers of learners, countries and courses. */
export function Reach() {
  return (
    <section aria-labelledby="reach" className="bg-brand-strong py-12 text-white sm:py-16">
      <Container className="grid gap-10 lg:grid-cols-[0.8fr_1.2fr] lg:items-center lg:gap-16">
        <div>
          <h2 id="reach" className="text-3xl">
            Our reach
          </h2>
          <p className="mt-4 text-lg text-white/85">
            From teams of five to Fortune 100 companies, and from Kochi to Toronto: a class is one link away,
            and its learners bring the world into it.
          </p>
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
