import type { ClassDay, ClassListData } from '@meridian/contracts/training/class-list';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { type FormEvent, useRef } from 'react';
import { messageOf } from '../../api/call-query.ts';
import { trainingApi } from './training-api.ts';

/**
 * People who came to a day of class without a booking. Operators see them on the batch's page in the console.
 */
export function LateAttendees({ list, day, token }: { list: ClassListData; day: ClassDay; token: string }) {
  const [change, { error, isLoading }] = trainingApi.endpoints.changeAdditions.useMutation();
  const form = useRef<HTMLFormElement>(null);
  const additions = list.additions.filter((one) => one.day === day.day);
  const errors = (error && 'errors' in error && error.errors) || {};
  const hasMarkedField = 'name' in errors || 'email' in errors;

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [name, email] = [String(typed.get('name')), String(typed.get('email'))];
    const { error: refused } = await change({ token, body: { day: day.day, name, email } });
    if (!refused) form.current?.reset();
  }

  return (
    <section aria-labelledby="additions-title">
      <h2 id="additions-title" className="text-xl">
        Came without a booking
      </h2>
      <p className="mt-1 text-ink-soft">We will contact the people you add here to arrange a booking.</p>
      {additions.length > 0 ? (
        <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
          {additions.map(({ name, email }) => (
            <li key={email} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">{name}</span>
                <span className="block text-sm text-ink-soft">{email}</span>
              </span>
              <Button
                size="sm"
                tone="quiet"
                className="min-h-11"
                disabled={isLoading}
                aria-label={`Remove ${name}`}
                onClick={() => void change({ token, body: { day: day.day, email } })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {day.is_open ? (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void add(event)}
          className="mt-3 grid gap-3 sm:grid-cols-2"
        >
          <TextField
            id="addition-name"
            name="name"
            label="Name"
            autoComplete="off"
            error={errors.name?.[0]}
          />
          <TextField
            id="addition-email"
            name="email"
            type="email"
            label="Email"
            autoComplete="off"
            error={errors.email?.[0]}
          />
          <p role="alert" className="text-sm font-semibold text-alert-strong empty:hidden sm:col-span-2">
            {error && !hasMarkedField ? messageOf(error) : ''}
          </p>
          <div className="sm:col-span-2">
            <Button type="submit" tone="outline" busy={isLoading}>
              Add this person
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
