import { pinFitsState } from '@meridian/contracts/enrolment/pin-states';
import { stateName } from '@meridian/contracts/enrolment/states';

/**
 * Warns if a PIN code does not belong to the state. It does not block the order, because a few PIN codes are
 * exceptions.
 */
export function PinHint({ pin, state }: { pin: string; state: string }) {
  const typed = pin.replace(/\s/g, '');
  return (
    <div role="status" className="text-sm empty:hidden">
      {pinFitsState(typed, state) ? null : (
        <p className="mt-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
          PIN code {typed} does not seem to be in {stateName(state)}. Please check both.
        </p>
      )}
    </div>
  );
}
