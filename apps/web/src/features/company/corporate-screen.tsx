import { instance } from '@meridian/contracts/site/instance';
import { Section } from '@meridian/ui/section';
import { CorporateBanner } from './corporate-banner.tsx';
import { CorporateOffers } from './corporate-offers.tsx';
import { Steps } from './steps.tsx';

/** Corporate training: programmes, process and the enquiry form. */
export function CorporateScreen() {
  const { claims, texts } = instance();
  return (
    <>
      <CorporateBanner />
      <CorporateOffers />
      {texts.corporate.steps.length > 0 ? (
        <Section className="border-y border-line bg-brand-faint" title="How a programme runs">
          <Steps steps={texts.corporate.steps} />
        </Section>
      ) : null}
      {claims.corporate.length > 0 ? (
        <Section title="Who trains with us" className="bg-ink text-white">
          <dl className="-mt-2 grid gap-8 sm:grid-cols-3">
            {claims.corporate.map(({ value, label }) => (
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
