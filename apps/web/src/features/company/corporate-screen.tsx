import { instance } from '@meridian/contracts/site/instance';
import { Section } from '@meridian/ui/section';
import { CorporateBanner } from './corporate-banner.tsx';
import { CorporateOffers } from './corporate-offers.tsx';
import { Steps } from './steps.tsx';

const steps = [
  {
    title: 'A call about your teams',
    text: 'Half an hour about where work gets stuck, who should learn what, and what must be different afterwards.',
  },
  {
    title: 'A proposal on one page',
    text: 'Subjects, days, group sizes, trainers and the price, with the reasons for each choice.',
  },
  {
    title: 'Classes on your own work',
    text: 'Online or in your rooms, with exercises made from the work that your teams have now.',
  },
  {
    title: 'A look back together',
    text: 'Exam results, what the teams have changed, and what they need next. We stay in reach.',
  },
] as const;

/** Corporate training: programmes, process and the enquiry form. */
export function CorporateScreen() {
  const { corporate } = instance().claims;
  return (
    <>
      <CorporateBanner />
      <CorporateOffers />
      <Section className="border-y border-line bg-brand-faint" title="How a programme runs">
        <Steps steps={steps} />
      </Section>
      {corporate.length > 0 ? (
        <Section title="Who trains with us" className="bg-ink text-white">
          <dl className="-mt-2 grid gap-8 sm:grid-cols-3">
            {corporate.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end border-l-4 border-accent pl-4">
                <dt className="text-white/85">{label}</dt>
                <dd className="font-display text-3xl font-bold">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ) : null}
    </>
  );
}
