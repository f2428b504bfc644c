/**
 * The one search, over leads and orders: `/` goes there, arrow keys choose, Enter opens. Enter without a choice opens
 * the list, of leads while leads are open, else of orders.
 */
import { useDebounced } from '@meridian/ui/debounce';
import { Search } from '@meridian/ui/icons';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../api/api.ts';
import { FoundList } from './found-list.tsx';
import { listAddress, optionsOf } from './found-options.ts';

const minLength = 3;
const pauseMs = 200;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` focuses the field, wherever nothing is typed. */
function useSlash(focus: () => void): void {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [focus]);
}

export function QuickSearch() {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const place = pathname.startsWith('/leads') ? 'leads' : 'orders';
  const current = new URLSearchParams(search).get('search') ?? '';
  const [text, setText] = useState(current);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [hint, setHint] = useState('');
  const wanted = text.trim();
  const paused = useDebounced(wanted, pauseMs);
  const skip = !isOpen || paused.length < minLength;
  const { currentData: found } = api.useSearchQuery(paused, { skip });
  const options = found && !skip && paused === wanted ? optionsOf(found, paused) : [];
  useEffect(() => {
    setText(current);
    setIsOpen(false);
    setChosen(-1);
  }, [current, pathname]);
  const [focus] = useState(() => () => {
    field.current?.focus();
    field.current?.select();
  });
  useSlash(focus);

  function open(address: string): void {
    setIsOpen(false);
    setChosen(-1);
    field.current?.blur();
    void navigate(address);
  }
  function find(event: FormEvent): void {
    event.preventDefault();
    const option = options[chosen];
    if (option) open(option.address);
    else if (wanted !== '' && wanted.length < minLength) setHint(`At least ${minLength} characters`);
    else open(wanted === '' ? `/${place}` : listAddress(place, wanted));
  }
  function choose(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') setIsOpen(false);
    if (step === 0 || options.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    // From the last one on to none, which is the field itself.
    setChosen(((chosen + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  }
  const isShown = isOpen && options.length > 0;
  return (
    <search>
      <form
        onSubmit={find}
        className="relative max-w-xl"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft"
        />
        <input
          ref={field}
          type="search"
          role="combobox"
          autoComplete="off"
          aria-label="Search leads and orders"
          aria-keyshortcuts="/"
          aria-describedby="search-hint"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          placeholder="Name, e-mail, phone, payment, invoice"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIsOpen(true);
            setChosen(-1);
            setHint('');
          }}
          onKeyDown={choose}
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-12 pl-10 placeholder:text-ink-soft"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 right-3 hidden rounded-sm border border-line px-1.5 text-xs text-ink-soft sm:block"
        >
          /
        </span>
        <p id="search-hint" role="status" className="text-xs text-alert-strong empty:hidden">
          {hint}
        </p>
        <FoundList id={listId} options={isShown ? options : []} chosen={chosen} onOpen={open} />
      </form>
    </search>
  );
}
