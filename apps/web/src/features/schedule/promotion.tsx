import { instance } from '@meridian/contracts/site/instance';
import { Phone } from '@meridian/ui/icons';
import { Stars } from '@meridian/ui/stars';
import { contact } from '../../content/contact.ts';

/** The rating, the number of learners, and the phone number. */
export function Trust() {
  const { rating, enrolled } = instance().claims.schedule ?? {};
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm font-semibold">
      {rating === undefined ? null : (
        <li className="flex items-center gap-2">
          <Stars rating={rating} label={`Reviews: ${rating} out of 5`} /> {rating}/5
        </li>
      )}
      {enrolled === undefined ? null : <li>{enrolled}</li>}
      <li>
        <a
          href={contact().phoneHref}
          className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
        >
          <Phone aria-hidden="true" className="size-4" /> Call {contact().phone}
        </a>
      </li>
    </ul>
  );
}
