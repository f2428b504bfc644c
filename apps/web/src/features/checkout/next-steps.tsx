const steps = [
  { title: 'Pay', text: 'In a secure window, by UPI, card, net banking or wallet.' },
  { title: 'Booked', text: 'Confirmed at once, with a receipt to keep and a calendar file.' },
  { title: 'Join', text: 'The joining link reaches you by email before the first day.' },
];

/** What happens after the button is pressed. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-steps" className="mt-8 px-1">
      <h2 id="next-steps" className="text-xl">
        What happens next
      </h2>
      <ol className="mt-4 grid gap-5 sm:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-bold text-brand-strong"
            >
              {index + 1}
            </span>
            <p className="text-sm text-ink-soft">
              <strong className="block text-base text-ink">{title}</strong>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
