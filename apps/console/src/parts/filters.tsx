/** Filters of a list. Their values are in the address. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

/** @returns the value of a filter, and a setter; setting '' removes the filter */
function useFilter(name: string) {
  const [params, setParams] = useSearchParams();
  function set(value: string): void {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next);
  }
  return [params.get(name) ?? '', set] as const;
}

const label = 'grid min-w-28 flex-1 gap-1 text-xs text-ink-soft sm:flex-none';
const box = 'h-10 w-full rounded-md border border-line-strong bg-surface px-2 text-sm text-ink';

export function SelectFilter({
  name,
  label: text,
  options,
  fallback,
  everything = 'All',
}: {
  name: string;
  label: string;
  /** Label of the option that removes the filter. */
  everything?: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Default value. If it is set, no option removes the filter. */
  fallback?: string;
}) {
  const [given, set] = useFilter(name);
  const value = given || (fallback ?? '');
  // A link may contain a value that is no longer an option.
  const isKnown = value === '' || options.some(([known]) => known === value);
  return (
    <label className={label}>
      {text}
      <select value={value} onChange={(event) => set(event.target.value)} className={`${box} sm:max-w-52`}>
        {fallback === undefined ? <option value="">{everything}</option> : null}
        {isKnown ? null : <option value={value}>{value}</option>}
        {options.map(([known, shown]) => (
          <option key={known} value={known}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A filter for a day in India. */
export function DayFilter({ name, label: text }: { name: string; label: string }) {
  const [value, set] = useFilter(name);
  return (
    <label className={label}>
      {text}
      <input
        type="date"
        value={value}
        min="2000-01-01"
        onChange={(event) => set(event.target.value)}
        className={box}
      />
    </label>
  );
}

/** A text filter that applies on Enter, or when the field loses the focus. */
export function TextFilter({ name, label: text }: { name: string; label: string }) {
  const [value, set] = useFilter(name);
  return (
    <label className={label}>
      {text}
      <input
        key={value}
        type="search"
        defaultValue={value}
        maxLength={200}
        onBlur={(event) => event.target.value.trim() !== value && set(event.target.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && set(event.currentTarget.value.trim())}
        className={box}
      />
    </label>
  );
}

/** Filters that are used less often. Expanded while one of them is set. */
export function MoreFilters({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const [params] = useSearchParams();
  const count = names.filter((name) => params.has(name)).length;
  return (
    <details open={count > 0} className="open:w-full sm:open:w-auto">
      <summary className="flex min-h-10 cursor-pointer items-center rounded-md px-2 text-sm font-semibold text-brand-strong hover:bg-brand-soft">
        More filters{count > 0 ? ` (${count})` : ''}
      </summary>
      <div className="grid grid-cols-2 gap-3 pt-2 sm:flex">{children}</div>
    </details>
  );
}

/** The search text, with a button that clears it. */
export function SearchNote() {
  const [search, set] = useFilter('search');
  if (search === '') return null;
  return (
    <p className="flex items-center gap-2">
      Results for “{search}”
      <button
        type="button"
        className="min-h-10 rounded-md px-2 font-semibold text-brand-strong hover:bg-brand-soft"
        onClick={() => set('')}
      >
        Show all
      </button>
    </p>
  );
}
