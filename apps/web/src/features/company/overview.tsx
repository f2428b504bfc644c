import { instance } from '@meridian/contracts/site/instance';
import { Container } from '@meridian/ui/section';

/** The provider's history, audience and aims. */
export function Overview() {
  const { founded, texts } = instance();
  const { overview, vision, mission } = texts.about;
  const aims = [
    { title: 'Vision', text: vision },
    { title: 'Mission', text: mission },
  ].filter(({ text }) => text !== undefined);
  return (
    <section aria-labelledby="overview" className="py-12 sm:py-16 lg:py-20">
      <Container className="grid gap-10 lg:grid-cols-[0.8fr_1.2fr] lg:gap-16">
        <div>
          <h2 id="overview" className="text-3xl">
            Overview
          </h2>
          {founded === undefined ? null : (
            <p className="mt-6 flex items-end gap-4 border-b-4 border-accent pb-4">
              <span className="font-display text-4xl font-bold text-brand-strong">{founded}</span>
              <span className="pb-1 text-sm text-ink-soft">the year in which we were founded</span>
            </p>
          )}
        </div>
        <div>
          <p className="text-xl">{overview}</p>
          {aims.length > 0 ? (
            <dl className="mt-8 grid gap-8 sm:grid-cols-2">
              {aims.map(({ title, text }) => (
                <div key={title}>
                  <dt className="font-display text-xl font-bold">{title}</dt>
                  <dd className="mt-2 text-ink-soft">{text}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      </Container>
    </section>
  );
}
