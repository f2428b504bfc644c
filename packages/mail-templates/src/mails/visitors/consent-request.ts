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
      preheader: 'We send news and offers only if you confirm.',
      body: [
        heading(title),
        paragraph(
          'Someone entered this address in a form and asked for our news and offers. Please confirm that it was you.',
        ),
        button('Confirm', confirmUrl),
        note('If it was not you, ignore this email. We will not send you news and offers.'),
      ],
      reason: 'You receive this email because this address was entered with consent to news and offers.',
    };
  },
});
