/**
 * The search over leads, orders, pages and actions. `/` and Ctrl+K focus its field, arrow keys select an
 * option, and Enter opens the option. Without a selected option, Enter opens the list of leads on the leads
 * pages, and the list of orders on other pages.
 */
import { useDebounced } from '@meridian/ui/debounce';
import { Search } from '@meridian/ui/icons';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../api/api.ts';
import { useOperator } from '../session/session-context.ts';
import { commandOptions } from './commands.ts';
import { FoundList } from './found-list.tsx';
import { type FoundOption, listAddress, optionsOf } from './found-options.ts';

const minLength = 3;
const pauseMs = 200;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Ctrl+K focuses the field. `/` also focuses it, except in text fields. */
function useShortcuts(focus: () => void): void {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      // An open dialog keeps the focus.
      if ((!isPalette && !isSlash) || document.querySelector('dialog[open]')) return;
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
  const requested = text.trim();
  const paused = useDebounced(requested, pauseMs);
  const skip = !isOpen || paused.length < minLength;
  const { currentData: found } = api.useSearchQuery(paused, { skip });
  const { may } = useOperator();
  const records = found && !skip && paused === requested ? optionsOf(found, paused) : [];
  const options = isOpen
    ? [...commandOptions(requested, may, document.getElementById('content')), ...records]
    : [];
  useEffect(() => {
    setText(current);
    setIsOpen(false);
    setChosen(-1);
  }, [current, pathname]);
  const [focus] = useState(() => () => {
    field.current?.focus();
    field.current?.select();
    setIsOpen(true);
  });
  useShortcuts(focus);

  function open(option: Pick<FoundOption, 'address' | 'run'>): void {
    setIsOpen(false);
    setChosen(-1);
    setText(current);
    field.current?.blur();
    if (option.run) option.run();
    else void navigate(option.address ?? '/');
  }
  function find(event: FormEvent): void {
    event.preventDefault();
    const option = options[chosen];
    if (option) open(option);
    else if (requested !== '' && requested.length < minLength)
      setHint(`Enter at least ${minLength} characters`);
    else open({ address: requested === '' ? `/${place}` : listAddress(place, requested) });
  }
  function choose(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') setIsOpen(false);
    if (step === 0 || options.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    // After the last option, no option is selected, so that Enter searches for the text in the field.
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
          aria-label="Search leads, orders, pages and actions"
          aria-keyshortcuts="/ Control+K"
          aria-describedby="search-hint"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          placeholder="Name, email, phone, payment, invoice, or an action"
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
        {text === '' ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-2.5 right-3 hidden rounded-sm border border-line px-1.5 text-xs text-ink-soft sm:block"
          >
            Ctrl K
          </span>
        ) : null}
        <p id="search-hint" role="status" className="text-xs text-alert-strong empty:hidden">
          {hint}
        </p>
        <FoundList id={listId} options={isShown ? options : []} chosen={chosen} onOpen={open} />
      </form>
    </search>
  );
}
