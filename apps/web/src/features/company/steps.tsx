import { classNames } from '@meridian/ui/class-names';

interface Step {
  title: string;
  text: string;
}

/** Steps in order, on a timeline. */
export function Steps({ steps, className }: { steps: readonly Step[]; className?: string }) {
  return (
    <ol className={classNames('grid gap-x-6 gap-y-8 lg:grid-cols-4', className)}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="relative flex gap-5 lg:block">
          {index < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className="absolute top-11 -bottom-8 left-5.5 w-0.5 bg-brand-soft lg:top-5.5 lg:right-0 lg:bottom-auto lg:left-11 lg:h-0.5 lg:w-auto"
            />
          ) : null}
          <span
            aria-hidden="true"
            className="relative grid size-11 shrink-0 place-items-center rounded-full bg-brand font-display text-lg font-bold text-white"
          >
            {index + 1}
          </span>
          <div className="lg:mt-5">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
