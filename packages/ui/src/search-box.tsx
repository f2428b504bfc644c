import { useEffect, useRef } from 'react';
import { Search } from './icons.tsx';

/** Labelled search field. */
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
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef({ value, onChange });
  typed.current = { value, onChange };
  useEffect(() => {
    // The visitor may have typed before hydration.
    const early = field.current?.value ?? '';
    if (early !== typed.current.value) typed.current.onChange(early);
  }, []);
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
          ref={field}
          id={id}
          type="search"
          // The URL stores the value. A browser might restore the value of another list.
          autoComplete="off"
          value={value}
          maxLength={100}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 w-full rounded-md border border-line-strong bg-surface pr-3.5 pl-11"
        />
      </div>
    </div>
  );
}
