import { Container } from '@meridian/ui/section';
import { LeadCard } from './lead-card.tsx';
import { PartnerIllustration } from './partner-illustration.tsx';

const ways = [
  { title: 'Resell', text: 'Offer our public classes to your customers under terms that we agree.' },
  { title: 'Host', text: 'Bring the learners and the room, and we bring the trainer.' },
  { title: 'Build', text: 'Make a programme with us that neither of us could make alone.' },
] as const;

/** The partner enquiry, with an illustration on its right. */
export function PartnerScreen() {
  return (
    <div className="bg-brand-faint">
      <Container className="py-12 sm:py-16 lg:py-20">
        <h1 className="text-4xl">Partner With Us</h1>
        <p className="mt-4 max-w-text text-lg text-ink-soft">
          Training companies, colleges and consultancies reach more learners together. Tell us what you have
          in mind.
        </p>
        <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:gap-16">
          <LeadCard
            form="partner_with_us"
            title="Your enquiry"
            note="A few lines are enough. We will call you for the details."
            className="self-start"
          />
          <div>
            <PartnerIllustration className="w-full rounded-xl" />
            <dl className="mt-6 grid gap-5">
              {ways.map(({ title, text }) => (
                <div key={title} className="grid gap-x-6 border-t border-line pt-4 sm:grid-cols-[6rem_1fr]">
                  <dt className="font-display text-xl font-bold">{title}</dt>
                  <dd className="text-ink-soft">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </Container>
    </div>
  );
}
