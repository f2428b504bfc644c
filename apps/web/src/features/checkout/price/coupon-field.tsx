import { Button } from '@meridian/ui/button';
import { TicketPercent } from '@meridian/ui/icons';
import { type FormEvent, useId, useRef } from 'react';
import type { CheckoutPrice } from './use-price.ts';

/** The field for a code, and its result. */
export function CouponField({ of: checkout }: { of: CheckoutPrice }) {
  const { coupon, typed, fault, busy } = checkout;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function apply(event: FormEvent): void {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    if (code !== '') checkout.apply(code);
    else input.current?.focus();
  }

  return (
    <div className="border-t border-line p-5 sm:px-6">
      <form name="coupon" noValidate onSubmit={apply}>
        <label htmlFor={id} className="text-sm font-semibold">
          Coupon code
        </label>
        <div className="mt-1.5 flex gap-2">
          <input
            ref={input}
            id={id}
            name="coupon"
            type="text"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-result`}
            className="h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 uppercase"
          />
          <Button type="submit" tone="outline" busy={busy && typed !== undefined}>
            Apply
          </Button>
        </div>
      </form>
      <div id={`${id}-result`} aria-live="polite" className="text-sm [&>p]:mt-2">
        {fault === undefined ? null : <p className="font-semibold text-alert-strong">{fault}</p>}
        {coupon ? <Applied coupon={coupon} typed={typed} onRemove={checkout.remove} /> : null}
      </div>
    </div>
  );
}

function Applied({
  coupon: { code, label },
  typed,
  onRemove,
}: {
  coupon: NonNullable<CheckoutPrice['coupon']>;
  typed: string | undefined;
  onRemove(): void;
}) {
  const isBetter = typed !== undefined && typed !== code;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>
          <TicketPercent aria-hidden="true" className="mr-2 inline size-4 text-accent-strong" />
          <strong>{code}</strong> is applied. {label}
        </span>
        {typed === undefined ? null : (
          <button
            type="button"
            onClick={onRemove}
            className="min-h-11 font-semibold text-brand-strong underline underline-offset-4"
          >
            Remove {typed}
          </button>
        )}
      </p>
      {isBetter ? <p>Its discount is higher than that of {typed}; an order can have one discount.</p> : null}
    </>
  );
}
