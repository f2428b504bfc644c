import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatTimestamp } from '../../format.ts';
import { button } from '../../parts/button.ts';
import { site } from '../../parts/sample-data.ts';
import { heading, note, paragraph } from '../../parts/text.ts';

const words = {
  access: {
    title: 'What we hold about you',
    sentence: 'Use this link to see the personal data that we hold for this email address.',
    action: 'See my data',
  },
  erasure: {
    title: 'Erase your data',
    sentence:
      'Use this link to see the personal data that we hold for this email address, and to ask us to erase it.',
    action: 'Review and erase',
  },
} as const;

/**
 * Sent only if we hold data about the address. The page shows the same message if we hold none, so that only
 * the owner of the address learns whether we do.
 */
export const dataLink = defineMail({
  kind: 'data_link',
  isLimitedPerDay: true,
  isOfDataRequest: true,
  data: z.object({
    request: z.enum(['access', 'erasure']),
    url: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  samples: {
    'what is held': {
      request: 'access',
      url: `${site}/receipt/lost#data=0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
    'to be erased': {
      request: 'erasure',
      url: `${site}/receipt/lost#data=0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
  },
  render({ request, url, expiresAt }) {
    const { title, sentence, action } = words[request];
    return {
      subject: title,
      preheader: 'The link works for 15 minutes.',
      body: [
        heading(title),
        paragraph(sentence),
        paragraph(`The link expires on ${formatTimestamp(expiresAt)}.`),
        button(action, url),
        note('If you did not ask for it, ignore this email: nothing happens. Do not share the link.'),
      ],
      reason:
        'You receive this email because this address was entered on our page “Your bookings and your data”.',
    };
  },
});
