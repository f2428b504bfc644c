import { formatDate, formatTimestamp } from '@meridian/contracts/format-time';
import type { HeldData } from '@meridian/contracts/privacy/data-requests';
import type { ReactNode } from 'react';

const channels: Record<string, string> = { email: 'Email', whatsapp: 'WhatsApp', phone: 'Phone' };

/** @param name field name, for example `phone_number` @returns the label, for example `Phone number` */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Entry({ title, details }: { title: string; details: Record<string, string> }) {
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold">{title}</p>
      <dl className="mt-1 grid gap-x-4 text-sm sm:grid-cols-[auto_1fr]">
        {Object.entries(details)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{labelOf(name)}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return children.length === 0 ? null : (
    <>
      <h3 className="mt-5 mb-2 text-lg">{title}</h3>
      <ul>{children}</ul>
    </>
  );
}

/** Lists the personal data that is held about an email address. */
export function HeldDataList({ held }: { held: HeldData }) {
  const {
    enquiries,
    bookings,
    attended,
    consents,
    complaints = [],
    certificates = [],
    feedback = [],
    mails,
  } = held;
  return (
    <>
      <Part title="Enquiries">
        {enquiries.map(({ form, received_at, details }) => (
          <Entry
            key={`${form} ${received_at}`}
            title={`${form}, ${formatTimestamp(received_at)}`}
            details={details}
          />
        ))}
      </Part>
      <Part title="Bookings and orders">
        {bookings.map(({ number, course_name, start_date, details, documents }) => (
          <Entry
            key={number}
            title={`${course_name}, ${formatDate(start_date)}`}
            details={{ order: number, ...details, documents: documents === 0 ? '' : String(documents) }}
          />
        ))}
      </Part>
      <Part title="Courses that someone booked for you, or that you attended without a booking">
        {attended.map(({ course_name, start_date }) => (
          <Entry
            key={`${course_name} ${start_date}`}
            title={`${course_name}, ${formatDate(start_date)}`}
            details={{}}
          />
        ))}
      </Part>
      <Part title="Consent to news and offers">
        {consents.map(({ channel, given_at, confirmed_at, withdrawn_at }) => (
          <Entry
            key={`${channel} ${given_at}`}
            title={channels[channel] ?? channel}
            details={{
              given: formatTimestamp(given_at),
              confirmed: confirmed_at === undefined ? 'no' : formatTimestamp(confirmed_at),
              withdrawn: withdrawn_at === undefined ? '' : formatTimestamp(withdrawn_at),
            }}
          />
        ))}
      </Part>
      <Part title="Certificates of attendance">
        {certificates.map(({ number, name, course_name }) => (
          <Entry key={number} title={course_name} details={{ name, number }} />
        ))}
      </Part>
      <Part title="Feedback about classes">
        {feedback.map(({ course_name, rating, helped, improve, is_published }) => (
          <Entry
            key={`${course_name} ${rating} ${helped} ${improve}`}
            title={course_name}
            details={{
              stars: String(rating),
              what_helped: helped,
              what_to_improve: improve,
              published: is_published ? 'yes' : 'no',
            }}
          />
        ))}
      </Part>
      <Part title="Complaints">
        {complaints.map(({ reference, received_at, matter }) => (
          <Entry
            key={reference}
            title={`${reference}, ${formatTimestamp(received_at)}`}
            details={{ matter }}
          />
        ))}
      </Part>
      {mails === 0 ? null : (
        <p className="mt-5">{mails === 1 ? 'One email' : `${mails} emails`} to this address.</p>
      )}
      <p className="mt-5 text-sm text-ink-soft">
        Enquiries are also in our customer system, bookings in our course system, and payments at the payment
        provider.
      </p>
    </>
  );
}
