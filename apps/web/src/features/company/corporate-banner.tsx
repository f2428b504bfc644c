import { Phone } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { TickList } from '@meridian/ui/tick-list';
import { claims, contact } from '../../content/site-content.ts';
import { LeadCard } from './lead-card.tsx';

const promises = [
  'Certifications of SAFe, Scrum Alliance and Scrum.org',
  'Customised agile training of 1 to 5 days',
  `Trainers with ${claims.yearsOfExperience} years of experience`,
  `${claims.assuredResults} assured results`,
];

/** Benefits for companies, with the enquiry form beside them. */
export function CorporateBanner() {
  return (
    <div className="bg-ink text-white">
      <Container className="grid gap-10 py-12 sm:py-16 lg:grid-cols-[1.1fr_0.9fr] lg:gap-16 lg:py-20">
        <div className="lg:pt-8">
          <h1 className="text-4xl">Corporate training that shows on Monday</h1>
          <p className="mt-5 max-w-text text-lg text-white/85">
            Agile, Scrum, SAFe, Kanban and project management for whole teams, taught on your own work by
            people who have run it.
          </p>
          <TickList items={promises} tone="accent" className="mt-8" />
          <a
            href={contact.phoneHref}
            className="mt-8 inline-flex min-h-11 items-center gap-3 font-semibold underline underline-offset-4"
          >
            <Phone aria-hidden="true" className="size-5 text-accent" /> {contact.phone}
          </a>
        </div>
        <LeadCard
          form="corporate_training_form"
          title="Ask for a proposal"
          note="Tell us about your teams. A training advisor answers within one working day."
        />
      </Container>
    </div>
  );
}
