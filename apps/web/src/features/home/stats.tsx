import { Container } from '@meridian/ui/section';
import { claims } from '../../content/site-content.ts';

export function Stats() {
  return (
    <section aria-label="In numbers" className="bg-brand-strong py-12 text-white sm:py-14">
      <Container>
        <dl className="grid grid-cols-2 gap-8 lg:grid-cols-4">
          {claims.stats.map(({ value, label }) => (
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
