import { StepList } from '../step-list.tsx';

const steps = [
  { title: 'Pay', text: 'In a secure window, by UPI, card, net banking or wallet.' },
  {
    title: 'Booked',
    text: 'Your booking page confirms the booking, with a receipt to keep and a calendar file.',
  },
  { title: 'Join', text: 'Before the first day, we email you how to join or where to come.' },
];

/** What happens after a click on the pay button: payment, booking and class. */
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
