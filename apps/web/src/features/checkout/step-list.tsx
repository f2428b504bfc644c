import { classNames } from '@meridian/ui/class-names';

/** Steps, side by side where there is room. */
export function StepList({
  steps,
  className,
}: {
  steps: readonly { title: string; text: string }[];
  className?: string;
}) {
  return (
    <ol className={classNames('grid gap-5 sm:grid-cols-3', className)}>
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
  );
}
