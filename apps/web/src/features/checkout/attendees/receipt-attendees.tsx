import type { AttendeeSeats } from '@meridian/contracts/enrolment/attendees';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { Loading } from '@meridian/ui/notice';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../api/store.ts';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { NoScriptNotice } from '../../leads/public.ts';
import { receiptApi } from '../receipt/receipt-api.ts';
import { Collapsible } from './collapsible.tsx';

const FillSeats = lazyPart(async () => (await import('./fill-seats.tsx')).FillSeats, <Loading />);

const placesOf = (count: number) => (count === 1 ? '1 seat has' : `${count} seats have`);

/** @returns whether the receipt has a section of attendees */
export function hasAttendees({ attendees = [], attendees_open: open = false }: ReceiptData): boolean {
  return open || attendees.some((person) => person !== null);
}

/** The attendees, and a form for the seats without an attendee. */
export function ReceiptAttendees({ receipt, token }: { receipt: ReceiptData; token: string }) {
  const { attendees = [], attendees_open: open = false } = receipt;
  const dispatch = useDispatch<Dispatch>();
  const [opened, setOpened] = useState(false);
  // An object, so that screen readers announce a repeated message again.
  const [notice, setNotice] = useState<{ text: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  const named = useMemo(() => attendees.filter((person) => person !== null), [attendees]);
  const taken = useMemo(() => named.map(({ email }) => email), [named]);
  const empty = attendees.length - named.length;

  // In an effect, because a hidden element cannot be focused.
  useEffect(() => {
    if (notice) status.current?.focus();
  }, [notice]);

  function show(places: AttendeeSeats, text?: string): void {
    setNotice(text === undefined ? undefined : { text });
    const value = { ...receipt, ...places };
    dispatch(receiptApi.util.upsertQueryEntries([{ endpointName: 'receipt', arg: token, value }]));
  }

  return (
    <>
      {named.length > 0 ? (
        <ol className="grid gap-1.5">
          {named.map(({ name, email }) => (
            <li key={email} className="break-words">
              <span className="font-semibold">{name}</span> <span className="text-ink-soft">{email}</span>
            </li>
          ))}
        </ol>
      ) : null}
      {attendees.length > 1 && empty > 0 ? (
        <p className="mt-1 text-ink-soft first:mt-0">{placesOf(empty)} no attendee yet.</p>
      ) : null}
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="mt-2 font-semibold text-brand-strong outline-none empty:hidden print:hidden"
      >
        {notice?.text}
      </p>
      {open ? (
        <Collapsible
          title={attendees.length > 1 ? 'Name the attendees' : 'Is someone else attending?'}
          onOpen={() => setOpened(true)}
        >
          <NoScriptNotice>To name attendees, please turn on JavaScript in your browser.</NoScriptNotice>
          {opened ? <FillSeats token={token} empty={empty} taken={taken} onSeats={show} /> : null}
        </Collapsible>
      ) : null}
    </>
  );
}
