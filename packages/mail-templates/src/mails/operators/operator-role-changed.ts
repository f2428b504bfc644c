import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatTimestamp } from '../../format.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { heading, note } from '../../parts/text.ts';
import { oneLine } from '../../safe-text.ts';

/** Sent to the operator whose role was changed, and to all admins except the admin who changed the role. */
export const operatorRoleChanged = defineMail({
  kind: 'operator_role_changed',
  data: z.object({
    /** Email address of the operator whose role was changed. */
    email: z.string(),
    from: z.string(),
    to: z.string(),
    /** The admin who changed the role, or the name given at the command line. */
    by: z.string(),
    /** ISO 8601. */
    at: z.string(),
    consoleUrl: z.string(),
  }),
  samples: {
    'a new admin': {
      email: 'meera@example.com',
      from: 'desk',
      to: 'admin',
      by: 'asha@example.com',
      at: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/settings',
    },
  },
  render({ email, from, to, by, at, consoleUrl }) {
    return {
      subject: `Role changed: ${oneLine(email, 80)}`,
      preheader: 'The role of an operator was changed.',
      body: [
        heading('An operator’s role was changed'),
        facts('The change', [
          ['Operator', oneLine(email, 80)],
          ['Previous role', oneLine(from, 40)],
          ['New role', oneLine(to, 40)],
          ['Changed by', oneLine(by, 80)],
          ['When', formatTimestamp(at)],
        ]),
        button('Open the console', consoleUrl),
        note(
          'If this change was not agreed, ask the person who made it. An admin can change the role back or disable the account.',
        ),
      ],
      reason: 'You receive this email as an operator of this site.',
    };
  },
});
