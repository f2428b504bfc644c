import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { button } from '../../parts/button.ts';
import { site } from '../../parts/sample-data.ts';
import { heading, note, paragraph } from '../../parts/text.ts';

export const consentRequest = defineMail({
  kind: 'consent_request',
  isComposed: true,
  data: z.object({ confirmUrl: z.string() }),
  samples: { 'a box was ticked': { confirmUrl: `${site}/consent/abc` } },
  render({ confirmUrl }) {
    const title = 'Please confirm: news and offers';
    return {
      subject: title,
      preheader: 'Without your confirmation you get no news and offers.',
      body: [
        heading(title),
        paragraph('A form with this address asks for our news and offers. Please confirm that it was you.'),
        button('Confirm', confirmUrl),
        note('If it was not you, ignore this email: you get no news and offers.'),
      ],
      reason: 'You get this email because this address was entered with consent to news and offers.',
    };
  },
});
