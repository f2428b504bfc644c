/** Filters of a list, kept in the address. */
import { useSearchParams } from 'react-router';

export function SelectFilter({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}) {
  const [params, setParams] = useSearchParams();
  return (
    <label className="grid min-w-0 flex-1 gap-1 text-xs text-ink-soft sm:flex-none">
      {label}
      <select
        value={params.get(name) ?? ''}
        onChange={(event) => {
          const next = new URLSearchParams(params);
          if (event.target.value === '') next.delete(name);
          else next.set(name, event.target.value);
          setParams(next);
        }}
        className="h-10 w-full rounded-md border border-line-strong bg-surface px-2 text-sm text-ink"
      >
        <option value="">All</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is searched for, with a way out of it. */
export function SearchNote() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search');
  if (!search) return null;
  return (
    <p className="flex items-center gap-2">
      Found with “{search}”
      <button
        type="button"
        className="min-h-10 rounded-md px-2 font-semibold text-brand-strong hover:bg-brand-soft"
        onClick={() => {
          const next = new URLSearchParams(params);
          next.delete('search');
          setParams(next);
        }}
      >
        Show all
      </button>
    </p>
  );
}
