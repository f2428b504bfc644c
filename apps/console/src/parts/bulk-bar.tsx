/** Bulk actions on the selected rows, and their progress. */
import { Button } from '@meridian/ui/button';
import { plural } from './count.ts';
import { useSelection } from './selection.tsx';
import { type RowAction, useBulk } from './use-bulk.ts';

export interface BulkAction {
  label: string;
  /** Consequence of the action, as the button's tooltip. */
  consequence: string;
  action: RowAction;
}

const rows = (count: number) => plural(count, 'row');

export function BulkBar({
  actions,
  shown,
}: {
  actions: readonly BulkAction[];
  /** Ids of the loaded rows, at most `maxSelected`. */
  shown: readonly string[];
}) {
  const { selected, choose } = useSelection();
  const { state, start, stop, reset } = useBulk();
  function begin({ action }: BulkAction): void {
    start(action, [...selected]);
    choose([]);
  }
  // The result stays visible even if the list is now empty.
  if (shown.length === 0 && state.kind === 'idle') return null;
  return (
    <section
      aria-label="Selected rows"
      className="flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-1"
    >
      {state.kind === 'idle' ? (
        <>
          <span className="mr-auto">{rows(selected.size)} selected</span>
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              tone="outline"
              title={action.consequence}
              disabled={selected.size === 0}
              onClick={() => begin(action)}
            >
              {action.label}
            </Button>
          ))}
          <Button size="sm" tone="quiet" onClick={() => choose(selected.size > 0 ? [] : shown)}>
            {selected.size > 0 ? 'Clear selection' : 'Select all shown'}
          </Button>
        </>
      ) : (
        <>
          <span role="status" className="mr-auto">
            {state.kind === 'waiting'
              ? `Starts with ${rows(state.total)} in a few seconds. Nothing has been done yet.`
              : ''}
            {state.kind === 'running' ? `${state.tried} of ${state.total} done` : ''}
            {state.kind === 'done'
              ? `${rows(state.done)} done.${state.failures.length > 0 ? ` ${state.failures.length} not: ${[...new Set(state.failures)].join(' ')}` : ''}`
              : ''}
          </span>
          {state.kind === 'running' ? (
            <progress aria-label="Progress" max={state.total} value={state.tried} className="w-32" />
          ) : null}
          <Button size="sm" onClick={state.kind === 'done' ? reset : stop}>
            {state.kind === 'waiting' ? 'Undo' : state.kind === 'running' ? 'Stop' : 'Close'}
          </Button>
        </>
      )}
    </section>
  );
}
