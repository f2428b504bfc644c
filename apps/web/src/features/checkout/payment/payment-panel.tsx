import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Status of a payment, in place of the form. Takes the focus when it appears or its title changes. */
export function PaymentPanel({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => heading.current?.focus(), [title]);

  return (
    <section
      aria-labelledby={titleId}
      className="mx-auto max-w-text rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8"
    >
      <span className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand-strong">
        {icon}
      </span>
      <h2 ref={heading} id={titleId} tabIndex={-1} className="mt-4 text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
