import { addressFields } from '@meridian/contracts/enrolment/billing';
import { states } from '@meridian/contracts/enrolment/states';
import { FieldError } from '@meridian/ui/field-error';
import type { UseFormReturn } from 'react-hook-form';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { FormField } from '../../leads/public.ts';
import { buyerName, type CheckoutAnswers } from './billing-form.ts';

const PinHint = lazyPart<{ pin: string; state: string }>(
  async () => (await import('./pin-hint.tsx')).PinHint,
);

const CompanyFields = lazyPart<{ form: UseFormReturn<CheckoutAnswers> }>(
  async () => (await import('./company-fields.tsx')).CompanyFields,
);

/**
 * Billing fields: the buyer's state, the address if the total requires one, and on request the company that
 * the invoice is for.
 */
export function BillingFields({
  form,
  forCompany,
  asksAddress,
  onCompanyChange,
}: {
  form: UseFormReturn<CheckoutAnswers>;
  forCompany: boolean;
  asksAddress: boolean;
  onCompanyChange(forCompany: boolean): void;
}) {
  const error = form.formState.errors.state?.message;
  return (
    <>
      <div className="mt-4">
        <label htmlFor="checkout-state" className="mb-1 block text-sm font-semibold">
          State
        </label>
        <select
          id="checkout-state"
          autoComplete="address-level1"
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'checkout-state-error' : 'checkout-state-why'}
          className="h-12 w-full rounded-md border border-line-strong bg-surface px-3.5 text-ink aria-invalid:border-alert-strong"
          {...form.register('state')}
        >
          <option value="">Choose a state</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <p id="checkout-state-why" className="mt-1 text-sm text-ink-soft">
          It appears on your invoice and determines how the GST is split.
        </p>
        <FieldError id="checkout-state-error" message={error} />
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="for_company"
          checked={forCompany}
          onChange={(event) => onCompanyChange(event.target.checked)}
          className="size-5 accent-brand"
        />
        I need a GST invoice for a company
      </label>
      {forCompany ? <CompanyFields form={form} /> : null}
      {asksAddress && !forCompany ? (
        <fieldset className="mt-3 rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">Your address on the invoice</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {addressFields.map((field) => (
              <FormField
                key={field.name}
                field={field}
                id={`checkout-buyer-${field.name}`}
                error={form.formState.errors[buyerName(field.name)]?.message}
                registration={form.register(buyerName(field.name))}
              />
            ))}
          </div>
          <PinHint pin={form.watch(buyerName('pin')) ?? ''} state={form.watch('state') ?? ''} />
          <p className="mt-2 text-sm text-ink-soft">Required on invoices of 50,000 rupees or more.</p>
        </fieldset>
      ) : null}
    </>
  );
}
