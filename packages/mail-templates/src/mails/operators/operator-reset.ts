import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatTimestamp } from '../../format.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { oneLine } from '../../safe-text.ts';

/** Sent to the operator whose account was reset, and to all admins except the admin who reset the account. */
export const operatorReset = defineMail({
  kind: 'operator_reset',
  data: z.object({
    /** Email address of the operator whose account was reset. */
    email: z.string(),
    /** The admin who reset the account, or the name given at the command line. */
    by: z.string(),
    /** ISO 8601. */
    at: z.string(),
    consoleUrl: z.string(),
  }),
  samples: {
    'a lost phone': {
      email: 'meera@example.com',
      by: 'asha@example.com',
      at: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/settings',
    },
  },
  render({ email, by, at, consoleUrl }) {
    return {
      subject: `Account reset: ${oneLine(email, 80)}`,
      preheader: 'Password and second factor of an operator were reset.',
      body: [
        heading('An operator’s account was reset'),
        paragraph(
          'Password, second factor and passkeys were removed, and all sessions ended. ' +
            'The person who reset the account got a link for the operator. Anyone who has this link can act as this operator.',
        ),
        facts('The reset', [
          ['Operator', oneLine(email, 80)],
          ['Reset by', oneLine(by, 80)],
          ['When', formatTimestamp(at)],
        ]),
        button('Open the console', consoleUrl),
        note(
          'If this was not agreed with the operator, disable the account now and ask the person who reset it.',
        ),
      ],
      reason: 'You receive this email as an operator of this site.',
    };
  },
});
