import { instance } from '@meridian/contracts/site/instance';
import { Container } from '@meridian/ui/section';

/** Figures of the provider. Renders nothing without figures. */
export function Stats() {
  const { home } = instance().claims;
  if (home.length === 0) return null;
  return (
    <section aria-label="In numbers" className="bg-brand-strong py-12 text-white sm:py-14">
      <Container>
        <dl className="grid grid-cols-2 gap-8 lg:grid-cols-4">
          {home.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse border-l-4 border-accent pl-4">
              <dt className="text-sm text-white/85">{label}</dt>
              <dd className="font-display text-4xl font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  );
}
