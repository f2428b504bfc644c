import { describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type SmtpScript, startScriptedSmtp } from '../../../testing/mail/scripted-smtp.ts';
import { openConnection } from './smtp-connection.ts';
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
  ['the connection is lost', failure({ code: 'ECONNECTION', command: 'CONN' }), away],
  ['it takes too long', failure({ code: 'EABORT' }), away],
  ['the account is refused', answer(535, 'AUTH PLAIN', '5.7.8 no'), away],
  ['the server is full', answer(421, 'MAIL FROM', '4.3.2 later'), away],
  ['greylisting', answer(450, 'RCPT TO', '4.2.0 Greylisted'), later],
  ['the mailbox is full, a temporary error', answer(452, 'RCPT TO', '4.2.2 full'), later],
  ['the content gets a temporary error', answer(451, 'DATA', '4.7.1 later'), later],
  ['the sender is refused', answer(553, 'MAIL FROM', '5.1.8 bad sender'), refused],
  ['the mailbox does not exist', answer(550, 'RCPT TO', '5.1.1 unknown'), unknown],
  ['the domain does not exist', answer(550, 'RCPT TO', '5.1.2 unknown'), unknown],
  ['the sender is refused in the answer to RCPT', answer(550, 'RCPT TO', '5.1.8 bad sender'), refused],
  ['policy', answer(550, 'RCPT TO', '5.7.1 blocked'), refused],
  ['no enhanced code', answer(550, 'RCPT TO', 'no'), refused],
  ['the mailbox is full, a permanent error', answer(552, 'RCPT TO', '5.2.2 full'), refused],
  ['the content is refused', answer(554, 'DATA', '5.1.1 spam'), refused],
  ['the address cannot be written', failure({ code: 'EENVELOPE', command: 'API' }), unknown],
  ['the error is not one of SMTP', 'text', away],
])('%s', (_, error, outcome) => {
  expect(outcomeOf(error)).toMatchObject(outcome);
});

it("keeps the text of a server's answer without the address", () => {
  const { reason } = outcomeOf(answer(550, 'RCPT TO', '5.1.1 <asha.nair@example.com>:\r\n unknown'));
  expect(reason).toBe('RCPT TO: EENVELOPE 550 5.1.1 <(address)>: unknown');
});

describe('a connection to a server', () => {
  const id = '019aa000-0000-7000-8000-000000000001';
  const mail = {
    id,
    messageId: `<${id}.0@academy.example>`,
    to: 'asha@example.com',
    attachments: [],
    date: new Date('2026-11-22T10:00:00Z'),
    letter: { subject: 'One', text: '.dot', html: '<p>One</p>' },
  };
  const short = { connectMs: 1_500, silenceMs: 1_500 };
  const connectTo = (
    smtpUrl: string,
    { requireTls = false, ...limits }: Parameters<typeof openConnection>[1] & { requireTls?: boolean } = {},
  ) => openConnection({ smtpUrl, from: 'Academy <mail@academy.example>', requireTls }, limits);
  const first =
    (step: Parameters<SmtpScript>[0], said: string | null): SmtpScript =>
    (at, { time }) =>
      at === step && time === 1 ? said : undefined;

  const refusesReset: SmtpScript = (step, { time }) => {
    if (step === 'RSET') return '421 4.3.2 bye';
    return step === 'RCPT' && time === 1 ? '550 5.7.1 blocked' : undefined;
  };

  it.concurrent.each<[string, SmtpScript, object, { connections: number; contents: number }]>([
    ['is silent at its greeting', first('connect', null), away, { connections: 2, contents: 1 }],
    ['is silent after EHLO', first('EHLO', null), away, { connections: 2, contents: 1 }],
    ['is silent after RCPT', first('RCPT', null), away, { connections: 2, contents: 1 }],
    ['is silent after DATA', first('DATA', null), away, { connections: 2, contents: 1 }],
    ['is silent after the content', first('content', null), away, { connections: 2, contents: 2 }],
    ['closes instead of a greeting', first('connect', 'close'), away, { connections: 2, contents: 1 }],
    ['closes after RCPT', first('RCPT', 'close'), away, { connections: 2, contents: 1 }],
    ['closes after the content', first('content', 'close'), away, { connections: 2, contents: 2 }],
    ['does not speak SMTP', first('connect', 'HTTP/1.1 400'), away, { connections: 2, contents: 1 }],
    ['refuses connections', first('connect', '554 5.7.1 no'), away, { connections: 2, contents: 1 }],
    ['has too many connections', first('connect', '421 4.7.0 later'), away, { connections: 2, contents: 1 }],
    ['closes at RCPT with 421', first('RCPT', '421 4.3.2 bye'), away, { connections: 2, contents: 1 }],
    ['closes at the end with 421', first('content', '421 4.3.2 bye'), away, { connections: 2, contents: 2 }],
    [
      'answers RCPT with a temporary error',
      first('RCPT', '450 4.2.0 later'),
      later,
      { connections: 1, contents: 1 },
    ],
    [
      'answers the content with a temporary error',
      first('content', '451 4.7.1 later'),
      later,
      { connections: 1, contents: 2 },
    ],
    ['blocks the sender', first('RCPT', '550 5.7.1 blocked'), refused, { connections: 1, contents: 1 }],
    [
      'does not know the recipient',
      first('RCPT', '550 5.1.1 unknown'),
      unknown,
      { connections: 1, contents: 1 },
    ],
    ['refuses DATA', first('DATA', '554 5.1.1 no'), refused, { connections: 1, contents: 1 }],
    ['refuses the content', first('content', '550 5.1.1 spam'), refused, { connections: 1, contents: 2 }],
    ['refuses RSET too', refusesReset, refused, { connections: 2, contents: 1 }],
  ])('the server %s; the next attempt succeeds with the same bytes', async (what, script, outcome, seen) => {
    await using server = await startScriptedSmtp(script);
    const patient = connectTo(server.url);
    const connection = what.includes('silent') ? connectTo(server.url, short) : patient;
    expect(await connection.send(mail)).toMatchObject(outcome);
    expect(await patient.send(mail)).toEqual({ kind: 'accepted' });
    expect({ connections: server.connections(), contents: server.contents.length }).toEqual(seen);
    expect(new Set(server.contents).size).toBe(1);
    expect(server.contents[0]).toContain(`Message-ID: ${mail.messageId}`);
    expect(server.contents[0]).toContain('\r\n..dot');
    patient.close();
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('an address that needs SMTPUTF8 is not marked as wrong if a server without SMTPUTF8 refuses it', async () => {
    await using server = await startScriptedSmtp((step, { time }) => {
      if (step === 'EHLO') return '250 script';
      return step === 'RCPT' && time === 1 ? '501 5.1.3 bad address syntax' : undefined;
    });
    const connection = connectTo(server.url);
    expect(await connection.send({ ...mail, to: 'ஆஷா@example.com' })).toMatchObject(refused);
    expect(await connection.send(mail)).toEqual({ kind: 'accepted' });
    expect({ connections: server.connections(), mails: server.contents.length }).toEqual({
      connections: 1,
      mails: 1,
    });
    expect(server.contents.join()).toMatch(/^\p{ASCII}*$/u);
    connection.close();
  });

  it('reconnects if the server has ended the session between emails', async () => {
    await using server = await startScriptedSmtp((step, { time }) =>
      step === 'MAIL' && time === 2 ? '421 4.7.0 enough' : undefined,
    );
    const connection = connectTo(server.url);
    for (let number = 0; number < 3; number += 1)
      expect(await connection.send(mail)).toEqual({ kind: 'accepted' });
    expect({ connections: server.connections(), mails: server.contents.length }).toEqual({
      connections: 2,
      mails: 3,
    });
    connection.close();
  });

  it.each<[string, SmtpScript]>([
    ['is not offered', () => undefined],
    ['is refused', (step) => (step === 'EHLO' ? '250-script\r\n250 STARTTLS' : undefined)],
    ['breaks the connection', (step) => ({ EHLO: '250 STARTTLS', STARTTLS: 'close' })[String(step)]],
    [
      'does not start TLS',
      (step) => ({ EHLO: '250 STARTTLS', STARTTLS: '220 go on\r\n220 plain' })[String(step)],
    ],
  ])('sends no email without TLS if STARTTLS %s', async (_, script) => {
    await using server = await startScriptedSmtp(script);
    const connection = connectTo(server.url, { ...short, requireTls: true });
    expect(await connection.send(mail)).toMatchObject(away);
    expect(server.lines.join()).not.toMatch(/MAIL|asha/);
    connection.close();
  });

  it.each([
    ['asha@example.com>\r\nRCPT TO:<else@example.com', 'a\r\nBcc: else@example.com'],
    ['asha@example.com', `${'Ünï '.repeat(300)}\nX-Other: 1`],
    ['ஆஷா@example.com', 'word '.repeat(600)],
    ['asha@example.com', `${'👩‍🎓'.repeat(400)} \u202Eمرحبا\r\nX-Other: 1`],
  ])('%# an address and a subject cannot inject a line', async (to, subject) => {
    await using server = await startScriptedSmtp(() => undefined);
    const connection = connectTo(server.url);
    await connection.send({ ...mail, to, letter: { ...mail.letter, subject } });
    connection.close();
    expect(server.lines.filter((said) => said.startsWith('RCPT')).length).toBeLessThanOrEqual(1);
    expect(server.lines.join()).not.toContain('RCPT TO:<else@');
    for (const content of server.contents) {
      const [head = ''] = content.split('\r\n\r\n');
      expect(head).not.toMatch(/^(?:Bcc|X-Other):/im);
      expect(Math.max(...content.split('\r\n').map((said) => said.length))).toBeLessThan(998);
    }
  });
});
