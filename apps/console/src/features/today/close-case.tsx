import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import type { FormEvent } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';

/** Closes a case that belongs to no order, with the reason. */
export function CloseCase({ id }: { id: string }) {
  const [close, { isLoading }] = api.useCloseCaseMutation();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '');
    const { data, error } = await close({ id, note });
    if (data) toasts.success(data.done);
    else toasts.error(messageOf(error));
  }
  return (
    <details className="mt-1">
      <summary className="text-brand-strong">It is resolved</summary>
      <form onSubmit={(event) => void send(event)} className="mt-2 grid gap-2">
        <TextField id={`note-${id}`} name="note" label="How it was resolved" maxLength={500} required />
        <Button type="submit" size="sm" busy={isLoading} className="justify-self-start">
          Close the case
        </Button>
      </form>
    </details>
  );
}
