/** What an operator does: said before it happens, done once, with its answer as a toast. */

import type { ActionName, ActionRequest, ActionResult } from '@meridian/contracts/operators/actions';
import type { Tag } from '@meridian/contracts/operators/tags';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, type ReactNode, useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.ts';
import { isFailure, messageOf } from '../api/failure.ts';
import { Dialog } from './dialog.tsx';
import { useDeed } from './proof.tsx';

/** @param changes what is read again afterwards */
export function useAct(changes: readonly Tag[]) {
  const [send, { isLoading, error }] = api.useActMutation();
  const run = useDeed();
  /** @returns true if it was done */
  async function act(path: string, body: object = {}): Promise<boolean> {
    const { data } = await run((key) => send({ path, body, key, changes }));
    if (data) toasts.success(data.done);
    return data !== undefined;
  }
  return { act, isLoading, error };
}

/** @returns reads again what an action changes. The contracts load on use, since their schemas need zod */
export function useRefetch(): (name: ActionName) => Promise<void> {
  const dispatch = useDispatch();
  return useCallback(
    async (name) => {
      try {
        const { actions } = await import('@meridian/contracts/operators/actions');
        dispatch(api.util.invalidateTags([...actions[name].changes]));
      } catch {
        // Without its code: the next poll reads again.
      }
    },
    [dispatch],
  );
}

/**
 * @param isSilent without a toast
 * @returns runs an action with an idempotency key, asks for a code where it is needed, and shows the answer as a toast
 */
export function useAction<Name extends ActionName>(name: Name, isSilent = false) {
  const [send, { isLoading, error }] = api.useActionMutation();
  const once = useDeed();
  const refetch = useRefetch();
  /** @returns undefined if it was not done */
  async function run(input: ActionRequest<Name>): Promise<ActionResult<Name> | undefined> {
    const { data } = await once((key) => send({ name, input, key }));
    if (data && !isSilent) toasts.success(data.done);
    // Also after a failure: the page may be out of date.
    await refetch(name);
    return data as ActionResult<Name> | undefined;
  }
  return { run, isLoading, error };
}

/** Consequences, before they happen. */
export function WhatHappens({ children }: { children: ReactNode }) {
  return (
    <ul aria-label="What happens" className="grid list-disc gap-1 rounded-md bg-sand/60 p-3 pl-8">
      {children}
    </ul>
  );
}

interface DialogProps {
  title: string;
  /** Of the button. */
  label: string;
  consequences?: readonly string[];
  disabled?: boolean;
  onClose(): void;
  children?: ReactNode;
}

interface ActDialogProps extends DialogProps {
  path: string;
  changes: readonly Tag[];
  /** @returns the body; undefined where something is missing */
  bodyOf?(form: FormData): object | undefined;
  /** Asks why, for the history. */
  asksWhy?: boolean;
}

/** A dialog that does one thing. */
export function ActDialog(props: ActDialogProps) {
  const { path, changes, bodyOf, asksWhy = true, onClose } = props;
  const { act, isLoading, error } = useAct(changes);
  async function send(form: FormData): Promise<void> {
    const body = bodyOf ? bodyOf(form) : {};
    if (!body) return;
    const why = asksWhy ? { note: String(form.get('note') ?? '').trim() } : {};
    if (await act(path, { ...body, ...why })) onClose();
  }
  return <DialogForm {...props} asksWhy={asksWhy} state={{ isLoading, error }} onSend={send} />;
}

interface ActionDialogProps<Name extends ActionName> extends DialogProps {
  action: Name;
  inputOf(form: FormData): ActionRequest<Name>;
  /** Asks why, as the form's field `note`. */
  asksWhy?: boolean;
}

/** A dialog that runs one action. */
export function ActionDialog<Name extends ActionName>(props: ActionDialogProps<Name>) {
  const { action, inputOf, onClose } = props;
  const { run, isLoading, error } = useAction(action);
  async function send(form: FormData): Promise<void> {
    if (await run(inputOf(form))) onClose();
  }
  return <DialogForm {...props} state={{ isLoading, error }} onSend={send} />;
}

interface DialogFormProps extends DialogProps {
  asksWhy?: boolean;
  state: { isLoading: boolean; error: unknown };
  onSend(form: FormData): Promise<void>;
}

function DialogForm(props: DialogFormProps) {
  const { title, label, consequences = [], asksWhy = false, onClose, onSend } = props;
  const { isLoading, error } = props.state;
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void onSend(new FormData(event.currentTarget));
  }
  return (
    <Dialog title={title} open staticBackdrop closesOnEscape onClose={onClose}>
      <form onSubmit={send} className="grid gap-4">
        {props.children}
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
            label="Why; stays in the history, so without names"
            maxLength={500}
            required
          />
        ) : null}
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {error ? [messageOf(error), ...fieldMessages(error)].join(' ') : ''}
        </p>
        <Button type="submit" busy={isLoading} disabled={props.disabled}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}

/** What is wrong with single fields, further than the message. */
function fieldMessages(error: unknown): string[] {
  if (!isFailure(error)) return [];
  return Object.entries(error.errors)
    .filter(([name, [first]]) => name !== 'proof' && first !== error.message)
    .map(([name, [first]]) => `${name.replaceAll('_', ' ')}: ${first}.`);
}

interface ButtonProps {
  children: ReactNode;
  tone?: 'primary' | 'outline' | 'quiet';
}

/** A button for what needs no dialog: it is harmless, or can be done again. */
export function ActButton({
  path,
  body,
  changes,
  ...look
}: ButtonProps & { path: string; body?: object; changes: readonly Tag[] }) {
  const { act, isLoading, error } = useAct(changes);
  return <NowButton {...look} state={{ isLoading, error }} onRun={() => act(path, body)} />;
}

/** A button that runs one action without a dialog. */
export function ActionButton<Name extends ActionName>({
  action,
  input,
  onDone,
  isSilent,
  ...look
}: ButtonProps & {
  action: Name;
  input: ActionRequest<Name>;
  onDone?(result: ActionResult<Name>): void;
  /** Without a toast. */
  isSilent?: boolean;
}) {
  const { run, isLoading, error } = useAction(action, isSilent);
  async function runNow(): Promise<boolean> {
    const result = await run(input);
    if (result) onDone?.(result);
    return result !== undefined;
  }
  return <NowButton {...look} state={{ isLoading, error }} onRun={runNow} />;
}

function NowButton({
  children,
  tone = 'outline',
  state: { isLoading, error },
  onRun,
}: ButtonProps & {
  state: { isLoading: boolean; error: unknown };
  /** @returns whether it was done */
  onRun(): Promise<boolean>;
}) {
  const [failed, setFailed] = useState(false);
  async function run(): Promise<void> {
    setFailed(!(await onRun()));
  }
  return (
    <span className="inline-grid justify-items-start gap-1">
      <Button size="sm" tone={tone} busy={isLoading} onClick={() => void run()}>
        {children}
      </Button>
      <span role="alert" className="text-xs font-semibold text-alert-strong empty:hidden">
        {failed && error ? messageOf(error) : ''}
      </span>
    </span>
  );
}
