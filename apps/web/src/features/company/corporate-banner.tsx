import { instance } from '@meridian/contracts/site/instance';
import { Phone } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { TickList } from '@meridian/ui/tick-list';
import { contact } from '../../content/contact.ts';
import { LeadCard } from './lead-card.tsx';

/** Benefits for companies, with the enquiry form beside them. */
export function CorporateBanner() {
  const { claims, texts } = instance();
  const { heading, intro, points } = texts.corporate;
  const promises = [...points, ...claims.promises.map(({ text }) => text)];
  return (
    <div className="bg-ink text-white">
      <Container className="grid gap-10 py-12 sm:py-16 lg:grid-cols-[1.1fr_0.9fr] lg:gap-16 lg:py-20">
        <div className="lg:pt-8">
          <h1 className="text-4xl">{heading}</h1>
          <p className="mt-5 max-w-text text-lg text-white/85">{intro}</p>
          {promises.length > 0 ? <TickList items={promises} tone="accent" className="mt-8" /> : null}
          <a
            href={contact().phoneHref}
            className="mt-8 inline-flex min-h-11 items-center gap-3 font-semibold underline underline-offset-4"
          >
            <Phone aria-hidden="true" className="size-5 text-accent" /> {contact().phone}
          </a>
        </div>
        <LeadCard
          form="corporate_training_form"
          title="Ask for a proposal"
          note="Tell us about your teams, and a training advisor will call or write to you."
        />
      </Container>
    </div>
  );
}
