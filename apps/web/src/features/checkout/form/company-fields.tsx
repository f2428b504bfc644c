import { companyFields } from '@meridian/contracts/enrolment/billing';
import { isGstin, normalGstin, stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import { stateName } from '@meridian/contracts/enrolment/states';
import { instance } from '@meridian/contracts/site/instance';
import { FieldError } from '@meridian/ui/field-error';
import { useEffect } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { FormField } from '../../leads/public.ts';
import { type CheckoutAnswers, companyName } from './billing-form.ts';
import { PinHint } from './pin-hint.tsx';

const sez = companyName('sez');

/**
 * Company details for the invoice. The state defaults to that of the GSTIN; a different state gets a warning.
 */
export function CompanyFields({ form }: { form: UseFormReturn<CheckoutAnswers> }) {
  const { register, setValue, control } = form;
  const { errors } = useFormState({ control });
  const gstin = normalGstin(useWatch({ control, name: companyName('gstin') }) ?? '');
  const chosen = useWatch({ control, name: 'state' }) ?? '';
  const pin = useWatch({ control, name: companyName('pin') }) ?? '';
  const inSez = useWatch({ control, name: sez }) === 'yes';
  const proposed = isGstin(gstin) ? stateOfGstin(gstin) : undefined;
  useEffect(() => {
    if (proposed !== undefined && chosen === '') setValue('state', proposed);
  }, [proposed, chosen, setValue]);

  return (
    <fieldset className="mt-3 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">Company on the invoice</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {companyFields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            id={`checkout-company-${field.name}`}
            error={errors[companyName(field.name)]?.message}
            registration={register(companyName(field.name))}
          />
        ))}
      </div>
      <label htmlFor="checkout-company-sez" className="mt-4 mb-1 block text-sm font-semibold">
        Is it a unit in a Special Economic Zone (SEZ)?
      </label>
      <select
        id="checkout-company-sez"
        aria-invalid={errors[sez] ? true : undefined}
        aria-describedby={errors[sez] ? 'checkout-company-sez-error' : undefined}
        className="h-12 w-full rounded-md border border-line-strong bg-surface px-3.5 text-ink aria-invalid:border-alert-strong"
        {...register(sez)}
      >
        <option value="">No</option>
        <option value="yes">Yes</option>
      </select>
      <FieldError id="checkout-company-sez-error" message={errors[sez]?.message} />
      <div role="status" className="text-sm empty:hidden">
        {inSez ? (
          <p className="mt-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
            A booking for an SEZ unit cannot be paid online. Please write to{' '}
            <a
              href={`mailto:${instance().contact.email}`}
              className="font-semibold text-brand-strong underline underline-offset-4"
            >
              {instance().contact.email}
            </a>{' '}
            and we will arrange it with you.
          </p>
        ) : null}
      </div>
      <PinHint pin={pin} state={chosen} />
      <div role="status" className="text-sm empty:hidden">
        {proposed !== undefined && chosen !== '' && chosen !== proposed ? (
          <p className="mt-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
            This GSTIN belongs to {stateName(proposed)}, and you chose {stateName(chosen)}. If your address is
            in {stateName(chosen)}, keep your choice.{' '}
            <button
              type="button"
              onClick={() => setValue('state', proposed)}
              className="min-h-11 font-semibold text-brand-strong underline underline-offset-4"
            >
              Use {stateName(proposed)}
            </button>
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
