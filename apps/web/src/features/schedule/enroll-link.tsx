import type { Selection } from '@meridian/contracts/enrolment/selection';
import { buttonClass } from '@meridian/ui/button';
import { useId } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { seatsLeft } from './seats-left.ts';

/** Address of the checkout with the selection, for a click before hydration and for a new tab. */
export function checkoutAddress(choice: Selection): string {
  return `/checkout?${new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)]))}`;
}

/**
 * The link to the checkout. Disabled, with the reason, if no seat is chosen or fewer seats are left than
 * chosen.
 */
export function EnrollLink({
  state,
  label,
  left,
}: {
  state: Selection;
  label: string;
  /** Number of seats left, if known. */
  left: number | undefined;
}) {
  const reasonId = useId();
  const tooMany = left !== undefined && state.course_qty > left;
  if (state.course_qty > 0 && !tooMany) {
    return (
      <ButtonLink to={checkoutAddress(state)} state={state} className="w-full" aria-label={label}>
        Enroll
      </ButtonLink>
    );
  }
  return (
    <div className="grid gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a disabled link; an anchor without href does not have this role */}
      <span
        role="link"
        tabIndex={0}
        aria-disabled="true"
        aria-label={label}
        aria-describedby={reasonId}
        className={buttonClass('outline', 'md', 'w-full cursor-not-allowed opacity-65')}
      >
        Enroll
      </span>
      <p id={reasonId} role="status" className="text-sm text-ink-soft">
        {tooMany ? `${seatsLeft(left)} in this batch.` : 'Choose at least one seat to enrol.'}
      </p>
    </div>
  );
}
