/** The rows that are selected for a bulk action. */
import { createContext, type ReactNode, use, useMemo, useState } from 'react';

interface Selection {
  selected: ReadonlySet<string>;
  toggle(id: string): void;
  choose(ids: readonly string[]): void;
}

/**
 * Maximum number of rows. The console sends one request after the other for the rows, so more rows would take
 * too long.
 */
export const maxSelected = 200;

const SelectionContext = createContext<Selection | null>(null);

export function SelectionProvider({ children }: { children: ReactNode }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo<Selection>(
    () => ({
      selected,
      toggle: (id) =>
        setSelected((before) => {
          const after = new Set(before);
          if (!after.delete(id) && after.size < maxSelected) after.add(id);
          return after;
        }),
      choose: (ids) => setSelected(new Set(ids.slice(0, maxSelected))),
    }),
    [selected],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** @throws TypeError outside a `SelectionProvider` */
export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new TypeError('useSelection must be called inside a SelectionProvider');
  return selection;
}

/** Checkbox that selects a row. */
export function SelectBox({ id, label }: { id: string; label: string }) {
  const { selected, toggle } = useSelection();
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">Choose {label}</span>
      <input
        type="checkbox"
        checked={selected.has(id)}
        onChange={() => toggle(id)}
        className="size-5 accent-brand"
      />
    </label>
  );
}
