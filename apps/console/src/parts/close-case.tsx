import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import type { FormEvent } from 'react';
import { messageOf } from '../api/failure.ts';
import { useAct } from './act.tsx';

/** Closes one case whose work is done elsewhere, with the reason. */
export function CloseCase({ id }: { id: string }) {
  const { act, isLoading, error } = useAct(['Orders', 'Order', 'Today']);
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '');
    void act(`/cases/${id}/close`, { note });
  }
  return (
    <details className="mt-1">
      <summary className="text-brand-strong">It is resolved</summary>
      <form onSubmit={send} className="mt-2 grid gap-2">
        <TextField
          id={`note-${id}`}
          name="note"
          label="How it was resolved. No money moves, and nobody is told"
          maxLength={500}
          error={error ? messageOf(error) : undefined}
          required
        />
        <Button type="submit" size="sm" busy={isLoading} className="justify-self-start">
          Close the case
        </Button>
      </form>
    </details>
  );
}
