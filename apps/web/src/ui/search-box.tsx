import { Search } from 'lucide-react';

/** A labelled field for words to search for. */
export function SearchBox({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  onChange(text: string): void;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft"
        />
        <input
          id={id}
          type="search"
          value={value}
          maxLength={100}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 w-full rounded-md border border-line-strong bg-surface pr-3.5 pl-11"
        />
      </div>
    </div>
  );
}
