import { expect, it } from 'vitest';
import { outcomeOf } from './smtp-outcome.ts';

const failure = (fields: object) => Object.assign(new Error('of nodemailer'), fields);
const answer = (responseCode: number, command: string, words: string) =>
  failure({ code: 'EENVELOPE', responseCode, command, response: `${responseCode} ${words}` });

const away = { kind: 'temporary', serverIsAway: true };
const later = { kind: 'temporary', serverIsAway: false };
const refused = { kind: 'refused', addressIsWrong: false };
const unknown = { kind: 'refused', addressIsWrong: true };

it.each([
  ['nobody listens', failure({ code: 'ESOCKET', command: 'CONN' }), away],
  ['the answer is lost', failure({ code: 'ECONNECTION', command: 'CONN' }), away],
  ['it takes too long', failure({ code: 'EABORT' }), away],
  ['the account is refused', answer(535, 'AUTH PLAIN', '5.7.8 no'), away],
  ['the server is full', answer(421, 'MAIL FROM', '4.3.2 later'), away],
  ['greylisting', answer(450, 'RCPT TO', '4.2.0 Greylisted'), later],
  ['the mailbox is full for now', answer(452, 'RCPT TO', '4.2.2 full'), later],
  ['the content is put off', answer(451, 'DATA', '4.7.1 later'), later],
  ['the sender is refused', answer(553, 'MAIL FROM', '5.1.8 bad sender'), refused],
  ['the mailbox does not exist', answer(550, 'RCPT TO', '5.1.1 unknown'), unknown],
  ['the domain does not exist', answer(550, 'RCPT TO', '5.1.2 unknown'), unknown],
  ['the sender is refused at the recipient', answer(550, 'RCPT TO', '5.1.8 bad sender'), refused],
  ['policy', answer(550, 'RCPT TO', '5.7.1 blocked'), refused],
  ['no enhanced code', answer(550, 'RCPT TO', 'no'), refused],
  ['the mailbox is full for good', answer(552, 'RCPT TO', '5.2.2 full'), refused],
  ['the content is refused', answer(554, 'DATA', '5.1.1 spam'), refused],
  ['the address cannot be written', failure({ code: 'EENVELOPE', command: 'API' }), unknown],
  ['it is no error of SMTP', 'text', away],
])('20: %s', (_, error, outcome) => {
  expect(outcomeOf(error)).toMatchObject(outcome);
});

it('20: keeps the words of a server without the address', () => {
  const { reason } = outcomeOf(answer(550, 'RCPT TO', '5.1.1 <asha.nair@example.com>:\r\n unknown'));
  expect(reason).toBe('RCPT TO: EENVELOPE 550 5.1.1 <(address)>: unknown');
});
