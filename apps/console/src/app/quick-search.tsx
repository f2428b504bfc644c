/** The one search: `/` goes there, Enter looks among orders, or among leads while their list is open. */
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const minLength = 3;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function QuickSearch() {
  const field = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const place = pathname.startsWith('/leads') ? 'leads' : 'orders';
  const current = new URLSearchParams(search).get('search') ?? '';
  const [text, setText] = useState(current);
  const [hint, setHint] = useState('');
  useEffect(() => setText(current), [current]);
  useEffect(() => {
    function focus(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  function find(event: FormEvent): void {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== '' && wanted.length < minLength) {
      setHint(`At least ${minLength} characters`);
      return;
    }
    setHint('');
    void navigate(wanted === '' ? `/${place}` : `/${place}?search=${encodeURIComponent(wanted)}`);
  }
  return (
    <search>
      <form onSubmit={find} className="relative max-w-xl">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft"
        />
        <input
          ref={field}
          type="search"
          autoComplete="off"
          aria-label={`Search ${place}`}
          aria-keyshortcuts="/"
          aria-describedby="search-hint"
          placeholder={`Search ${place}: name, e-mail, phone, id`}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
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
      </form>
    </search>
  );
}
