/** Views: filters of the list that the operator has saved under a name. */
import type { SavedView } from '@meridian/contracts/operators/console/leads';
import { Button } from '@meridian/ui/button';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { Dialog } from '../../parts/dialog.tsx';

const names = ['form', 'state', 'course', 'source', 'from', 'to'] as const;

function filterOf(params: URLSearchParams): SavedView['filter'] {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

const addressOf = ({ filter }: SavedView) => `/leads?${new URLSearchParams({ ...filter })}`;

function SaveForm({ filter }: { filter: SavedView['filter'] }) {
  const [save, { isLoading, error }] = api.useSaveViewMutation();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name') ?? '');
    const result = await save({ name, filter });
    if (result.error) return;
    toasts.success(`The filter is saved as “${name}”.`);
    form.reset();
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextField
        id="view-name"
        name="name"
        label="Name for the current filter"
        maxLength={60}
        required
        autoComplete="off"
        error={error ? messageOf(error) : undefined}
      />
      <Button type="submit" size="sm" busy={isLoading}>
        Save
      </Button>
    </form>
  );
}

function Views({ onChoose }: { onChoose(): void }) {
  const { data: views = [] } = api.useViewsQuery();
  const [remove] = api.useDeleteViewMutation();
  if (views.length === 0) return <p>No saved views.</p>;
  return (
    <ul aria-label="Saved views" className="grid gap-1">
      {views.map((view) => (
        <li key={view.id} className="flex items-center justify-between gap-3">
          <Link
            to={addressOf(view)}
            onClick={onChoose}
            className="min-w-0 flex-1 truncate py-2.5 font-semibold text-brand-strong"
          >
            {view.name}
          </Link>
          <button
            type="button"
            aria-label={`Delete ${view.name}`}
            onClick={() => void remove(view.id)}
            className="min-h-10 rounded-md px-2 text-xs text-ink-soft hover:bg-sand hover:text-ink"
          >
            Delete
          </button>
        </li>
      ))}
    </ul>
  );
}

export function SavedViews() {
  const [isOpen, setIsOpen] = useState(false);
  const [params] = useSearchParams();
  const filter = filterOf(params);
  return (
    <>
      <Button size="sm" tone="outline" onClick={() => setIsOpen(true)}>
        Views
      </Button>
      {isOpen ? (
        <Dialog title="Saved views" open onClose={() => setIsOpen(false)}>
          <div className="grid gap-5">
            <Views onChoose={() => setIsOpen(false)} />
            {Object.keys(filter).length > 0 ? (
              <SaveForm filter={filter} />
            ) : (
              <p className="text-ink-soft">Set a filter, then save it here as a view.</p>
            )}
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
