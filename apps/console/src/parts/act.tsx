/**
 * Runs operator actions with an idempotency key, and shows their results as toasts. A dialog first lists the
 * consequences.
 */

import type { ActionName, ActionRequest, ActionResult } from '@meridian/contracts/operators/actions';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.ts';
import { isFailure, messageOf } from '../api/failure.ts';
import { useOperator } from '../session/session-context.ts';
import { Dialog } from './dialog.tsx';
import { FieldErrors, messagesWithoutField, TextField } from './form-fields.tsx';
import { useStepUp } from './step-up.tsx';

/**
 * @returns a function that refetches the data that an action changes. The contracts are loaded on use,
 *   because their schemas need zod
 */
export function useRefetch(): (name: ActionName) => Promise<void> {
  const dispatch = useDispatch();
  return useCallback(
    async (name) => {
      try {
        const { actions } = await import('@meridian/contracts/operators/actions');
        dispatch(api.util.invalidateTags([...actions[name].changes]));
      } catch {
        // The contracts could not be loaded. Data that the page polls is refetched by the next poll.
      }
    },
    [dispatch],
  );
}

/**
 * @param isSilent true to show no toast
 * @returns `run`, which runs an action with an idempotency key, asks for a second-factor code if one is
 *   required, and shows the result as a toast; and the state of the call
 */
export function useAction<Name extends ActionName>(name: Name, isSilent = false) {
  const [send, { isLoading, error }] = api.useActionMutation();
  const once = useStepUp();
  const refetch = useRefetch();
  /** @returns the result; undefined without a successful response */
  async function run(input: ActionRequest<Name>): Promise<ActionResult<Name> | undefined> {
    const { data } = await once((key) => send({ name, input, key }));
    if (data && !isSilent) toasts.success(data.done);
    // Refetches after a failure too, because the page may be out of date.
    await refetch(name);
    return data as ActionResult<Name> | undefined;
  }
  return { run, isLoading, error };
}

/** Consequences of an action, listed before it runs. Ends with a sentence if no email will be sent. */
export function WhatHappens({ children }: { children: ReactNode }) {
  const { sendsEmails } = useOperator();
  return (
    <ul aria-label="Effects" className="grid list-disc gap-1 rounded-md bg-sand/60 p-3 pl-8">
      {children}
      {/* A replica of the version before says nothing about emails. */}
      {sendsEmails === false ? <li>This server sends no emails, because no mail server is set.</li> : null}
    </ul>
  );
}

interface ActionDialogProps<Name extends ActionName> {
  action: Name;
  inputOf(form: FormData): ActionRequest<Name>;
  title: string;
  /** Label of the button that runs the action. */
  label: string;
  consequences?: readonly string[];
  disabled?: boolean;
  /** True to ask for a reason, in the form's field `note`. */
  asksWhy?: boolean;
  onDone?(result: ActionResult<Name>): void;
  onClose(): void;
  children?: ReactNode;
}

/** A dialog that runs one action. */
export function ActionDialog<Name extends ActionName>(props: ActionDialogProps<Name>) {
  const { action, inputOf, title, label, consequences = [], asksWhy = false, onDone, onClose } = props;
  const { run, isLoading, error } = useAction(action);
  const form = useRef<HTMLFormElement>(null);
  const errors = isFailure(error) ? error.errors : {};
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = await run(inputOf(new FormData(event.currentTarget)));
    if (!result) return;
    onDone?.(result);
    onClose();
  }
  return (
    <Dialog title={title} open staticBackdrop isBusy={isLoading} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void send(event)} className="grid gap-4">
        <FieldErrors value={errors}>{props.children}</FieldErrors>
        {consequences.length > 0 ? (
          <WhatHappens>
            {consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </WhatHappens>
        ) : null}
        {asksWhy ? (
          <TextField
            id="act-note"
            name="note"
            label="Reason (kept in the history; do not enter names)"
            maxLength={500}
            required
          />
        ) : null}
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {error ? [messageOf(error), ...messagesWithoutField(errors, form.current)].join(' ') : ''}
        </p>
        <Button type="submit" busy={isLoading} disabled={props.disabled}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}

interface ButtonProps<Name extends ActionName> {
  action: Name;
  input: ActionRequest<Name>;
  onDone?(result: ActionResult<Name>): void;
  /** True to show no toast. */
  isSilent?: boolean;
  children: ReactNode;
  tone?: 'primary' | 'outline' | 'quiet';
}

/** A button that runs one action without a dialog. */
export function ActionButton<Name extends ActionName>(props: ButtonProps<Name>) {
  const { action, input, onDone, isSilent, children, tone = 'outline' } = props;
  const { run, isLoading, error } = useAction(action, isSilent);
  const [failed, setFailed] = useState(false);
  async function runNow(): Promise<void> {
    const result = await run(input);
    setFailed(result === undefined);
    if (result) onDone?.(result);
  }
  return (
    <span className="inline-grid justify-items-start gap-1">
      <Button size="sm" tone={tone} busy={isLoading} data-runs-now="" onClick={() => void runNow()}>
        {children}
      </Button>
      <span role="alert" className="text-xs font-semibold text-alert-strong empty:hidden">
        {failed && error ? messageOf(error) : ''}
      </span>
    </span>
  );
}
