import { classNames } from '@meridian/ui/class-names';
import { useEffect, useRef } from 'react';
import type { FoundOption } from './found-options.ts';

/** The search results below the search field. The focus stays in the field. */
export function FoundList({
  id,
  options,
  chosen,
  onOpen,
}: {
  id: string;
  options: readonly FoundOption[];
  chosen: number;
  onOpen(option: FoundOption): void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Found"
      className="absolute inset-x-0 top-12 z-20 max-h-[70dvh] overflow-auto rounded-md border border-line-strong bg-surface shadow-raised empty:hidden"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
        <div
          key={`${option.kind} ${option.title} ${option.address}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(option)}
          className={classNames(
            'flex cursor-pointer items-center gap-3 border-b border-line px-3 py-2 last:border-b-0',
            index === chosen ? 'bg-brand-soft' : 'hover:bg-brand-faint',
          )}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{option.title}</span>
            <span className="block truncate text-xs text-ink-soft">{option.detail}</span>
          </span>
          {option.kind === 'List' ? null : <span className="text-xs text-ink-soft">{option.kind}</span>}
        </div>
      ))}
    </div>
  );
}
