import { CheckboxField } from '@meridian/ui/checkbox-field';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { Collapsible } from './collapsible.tsx';
import type { Attendees } from './use-attendees.ts';

const AttendeeEditor = lazyPart(
  async () => (await import('./attendee-editor.tsx')).AttendeeEditor,
  <Loading />,
);

/** Summary on the collapsed section, so that no fault stays hidden. */
function summaryOf({ validated: { people, faults }, seats }: Attendees): string | undefined {
  if (people.length === 0 && faults.size === 0) return undefined;
  const named = `${people.length} of ${seats} named`;
  if (faults.size === 0) return named;
  return `${named}, ${faults.size === 1 ? '1 row is' : `${faults.size} rows are`} left out`;
}

/** Attendees: optional and collapsed; the editor loads when it is opened. */
export function AttendeeSection({ of: attendees }: { of: Attendees }) {
  const { seats, rows, validated, forSomebodyElse } = attendees;
  const [opened, setOpened] = useState(false);
  const editor = (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        A name and an email address for each person. You can also leave this empty and name people later on
        your booking page: it never holds up the payment.
      </p>
      <AttendeeEditor
        idPrefix="attendee"
        places={seats}
        rows={rows}
        faults={validated.faults}
        onChange={attendees.change}
      />
    </>
  );
  if (seats > 1)
    return (
      <Collapsible
        title="Who will attend?"
        note={summaryOf(attendees) ?? 'Optional: name people now or later'}
        onOpen={() => setOpened(true)}
      >
        {opened ? editor : null}
      </Collapsible>
    );
  return (
    <div className="mt-3">
      <CheckboxField
        id="checkout-somebody-else"
        label="I am booking for somebody else"
        optional
        checked={forSomebodyElse}
        onChange={(event) => attendees.setForSomebodyElse(event.target.checked)}
      />
      {forSomebodyElse ? (
        <div className="mt-2 rounded-md border border-line p-4">
          <h3 className="mb-2 font-sans text-base font-semibold">Who will attend?</h3>
          {editor}
        </div>
      ) : null}
    </div>
  );
}
