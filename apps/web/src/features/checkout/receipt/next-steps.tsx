import { StepList } from '../step-list.tsx';

const steps = [
  { title: 'Pay', text: 'In a secure window, by UPI, card, net banking or wallet.' },
  { title: 'Booked', text: 'Confirmed immediately, with a receipt to keep and a calendar file.' },
  { title: 'Join', text: 'The joining link reaches you by email before the first day.' },
];

/** The steps that follow a click on the button. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-steps" className="mt-8 px-1">
      <h2 id="next-steps" className="text-xl">
        What happens next
      </h2>
      <StepList steps={steps} className="mt-4" />
    </section>
  );
}
