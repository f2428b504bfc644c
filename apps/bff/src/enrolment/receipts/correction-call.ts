import { correctionData, correctionRequest } from '@meridian/contracts/enrolment/billing';
import { answerOf } from '../../platform/http/answers.ts';
import { tokenParameter } from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';

const company = {
  legal_name: 'Bright Mills Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: '14 Mill Road, Parel, Mumbai',
  pin: '400012',
};

export const askCorrectionCall = {
  tags: ['checkout'],
  operationId: 'ask_invoice_correction',
  summary: 'Requests other details on the invoice, by the token of the receipt',
  description:
    'Possible until `correction_until` of the receipt. After an operator has checked the request, a credit note and a ' +
    'new invoice are issued together. A new request replaces the pending one.',
  parameters: [tokenParameter],
  body: correctionRequest.meta({ examples: [{ state: '27', company }] }),
  response: {
    200: answerOf(correctionData, { example: { status: 1, message: '', data: { asked: true } } }),
    ...problemAnswers(...bodyProblems, 404, 409, 429, 500, 503),
  },
};
