import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { firstName, lastName } from '@meridian/contracts/leads/fields';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { FormField } from '../../leads/public.ts';
import { BillingFields } from '../form/billing-fields.tsx';
import { answerName, type CheckoutAnswers, correctionOf, correctionSchema } from '../form/billing-form.ts';
import { receiptApi } from './receipt-api.ts';

/** Form that requests a correction of the invoice. An operator decides on the request. */
export function CorrectionForm({
  token,
  asksAddress,
  name,
  onRequested,
}: {
  token: string;
  asksAddress: boolean;
  name: { first_name: string; last_name: string };
  onRequested(): void;
}) {
  const [forCompany, setForCompany] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [send] = receiptApi.endpoints.requestCorrection.useMutation();
  const requested = { forCompany, asksAddress };
  const form = useForm<CheckoutAnswers>({
    defaultValues: name,
    // The payer's other fields are not part of this form.
    resolver: standardSchemaResolver(correctionSchema(requested)) as unknown as Resolver<CheckoutAnswers>,
    reValidateMode: 'onSubmit',
  });

  async function ask(answers: CheckoutAnswers): Promise<void> {
    setProblem(undefined);
    const { error } = await send({ token, billing: correctionOf(answers, requested) });
    if (!error) return onRequested();
    setProblem(error.message);
    for (const [field, [fault]] of Object.entries(('errors' in error && error.errors) || {}))
      form.setError(answerName(field) as keyof CheckoutAnswers, { message: fault });
  }

  return (
    <form method="dialog" noValidate onSubmit={form.handleSubmit(ask)}>
      {forCompany ? null : (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {[firstName, lastName].map((field) => (
            <FormField
              key={field.name}
              field={field}
              id={`correction-${field.name}`}
              error={form.formState.errors[field.name]?.message}
              registration={form.register(field.name)}
            />
          ))}
        </div>
      )}
      <BillingFields
        form={form}
        forCompany={forCompany}
        asksAddress={asksAddress}
        onCompanyChange={setForCompany}
      />
      <div role="alert" className="mt-3 text-sm font-semibold text-alert-strong empty:hidden">
        {problem ? <p>{problem}</p> : null}
      </div>
      <Button type="submit" busy={form.formState.isSubmitting} className="mt-4 max-sm:w-full">
        Ask for this correction
      </Button>
    </form>
  );
}
