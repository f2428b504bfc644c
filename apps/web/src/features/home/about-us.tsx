import { instance } from '@meridian/contracts/site/instance';

/** The provider with its vision and mission. */
export function AboutUs() {
  const { overview, vision, mission } = instance().texts.about;
  return (
    <section aria-labelledby="about-us" className="grid gap-8 py-12 sm:py-16 lg:grid-cols-2 lg:py-20">
      <div>
        <h2 id="about-us" className="text-3xl">
          About Us
        </h2>
        <p className="mt-4 text-lg text-ink-soft">{overview}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {[
          { title: 'Vision', text: vision, tone: 'bg-accent-soft' },
          { title: 'Mission', text: mission, tone: 'bg-brand-soft' },
        ]
          .filter(({ text }) => text !== undefined)
          .map(({ title, text, tone }) => (
            <div key={title} className={`rounded-lg p-6 ${tone}`}>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </div>
          ))}
      </div>
    </section>
  );
}
