import { Phone } from '@meridian/ui/icons';
import { Stars } from '@meridian/ui/stars';
import { claims, contact } from '../../content/site-content.ts';

/** Ratings in numbers, and the phone number. */
export function Trust() {
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm font-semibold">
      <li className="flex items-center gap-2">
        <Stars rating={claims.scheduleRating} label={`Reviews: ${claims.scheduleRating} out of 5`} />{' '}
        {claims.scheduleRating}/5
      </li>
      <li>{claims.scheduleEnrolled}</li>
      <li>
        <a
          href={contact.phoneHref}
          className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
        >
          <Phone aria-hidden="true" className="size-4" /> Call {contact.phone}
        </a>
      </li>
    </ul>
  );
}
