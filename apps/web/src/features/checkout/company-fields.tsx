import { companyFields } from '@meridian/contracts/checkout/billing';
import { isGstin, normalGstin, stateOfGstin } from '@meridian/contracts/checkout/gstin';
import { stateName } from '@meridian/contracts/checkout/states';
import { useEffect } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { FormField } from '../leads/public.ts';
import { type CheckoutAnswers, companyName } from './billing-form.ts';

/** The company on the invoice. The state defaults to its GSTIN's; a different one is queried. */
export function CompanyFields({ form }: { form: UseFormReturn<CheckoutAnswers> }) {
  const { register, setValue, control } = form;
  const { errors } = useFormState({ control });
  const gstin = normalGstin(useWatch({ control, name: companyName('gstin') }) ?? '');
  const chosen = useWatch({ control, name: 'state' }) ?? '';
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
      <div role="status" className="text-sm empty:hidden">
        {proposed !== undefined && chosen !== '' && chosen !== proposed ? (
          <p className="mt-3 rounded-md border border-accent bg-accent-soft px-4 py-3">
            This GSTIN is of {stateName(proposed)}, and you chose {stateName(chosen)}. Is your address in{' '}
            {stateName(chosen)}? Then leave it.{' '}
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
