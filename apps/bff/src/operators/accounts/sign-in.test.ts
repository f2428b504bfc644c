import { instance, setInstance } from '@meridian/contracts/site/instance';
import { totpOf } from '@meridian/stack/totp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { password, useConsole } from '../../../testing/console/console-stack.ts';
import { transact } from '../../platform/database/transact.ts';
import { disableOperator, resetSecondFactor } from './operators.ts';

const { call, invite, accept, operator, database } = await useConsole({ trustProxy: 'loopback' });
const desk = await operator('desk');

const signIn = (email: string, code: string, given = password, address = '203.0.113.7') =>
  call('POST', '/session', {
    body: { email, password: given, code },
    headers: { 'x-forwarded-for': address },
  });

describe('console: sign-in', () => {
  it('an invitation works once, and creates an account with password and second factor', async () => {
    const token = await invite('once@example.com', 'viewer');
    const look = await call('POST', '/invitations/look', { body: { token } });
    expect(look.json.data).toEqual({ email: 'once@example.com', role: 'viewer' });
    const body = { token, name: 'Once', password };
    const accepted = await call('POST', '/invitations/accept', { body });
    expect(accepted.status).toBe(200);
    expect((await call('POST', '/invitations/accept', { body })).status).toBe(404);
    const { cookie } = accepted;
    expect((await call('GET', '/leads', { cookie })).status).toBe(403);
    const code = totpOf(accepted.json.data.totp_uri);
    const ready = await call('POST', '/second-factor', { cookie, body: { code } });
    expect(ready.status).toBe(200);
    const session = await call('GET', '/session', { cookie: ready.cookie });
    expect(session.json.data).toMatchObject({
      operator: { email: 'once@example.com', role: 'viewer' },
      enrolling: false,
    });
    // The session from before the second factor has ended.
    expect((await call('GET', '/session', { cookie })).status).toBe(401);
  });

  it('authenticator apps and passkeys show the current name of the brand', async () => {
    const before = instance();
    onTestFinished(() => setInstance(before));
    setInstance({ ...before, name: 'Kaveri Skills' });
    const { totpUri, cookie } = await operator('viewer', 'brand@example.com');
    expect(new URL(totpUri).searchParams.get('issuer')).toBe('Kaveri Skills');
    const { json } = await call('POST', '/passkeys/options', { cookie, body: {} });
    expect(json.data.rp).toEqual({ id: 'localhost', name: 'Kaveri Skills' });
  });

  it('a new invitation replaces the earlier one', async () => {
    const first = await invite('twice@example.com', 'viewer');
    await invite('twice@example.com', 'viewer');
    expect((await call('POST', '/invitations/look', { body: { token: first } })).status).toBe(404);
  });

  it('signs in with a code that works only once, in a new session', async () => {
    const code = totpOf(desk.totpUri, 1);
    const signedIn = await signIn(desk.email, code);
    expect(signedIn.status).toBe(200);
    expect(signedIn.cookie).not.toBe('');
    expect(signedIn.headers['set-cookie']?.toString()).toMatch(/HttpOnly.*SameSite=Strict/i);
    expect((await signIn(desk.email, code)).status).toBe(401);
    // The used code is not accepted for a step-up either.
    expect((await call('POST', '/step-up', { cookie: signedIn.cookie, body: { code } })).status).toBe(401);
    const out = await call('POST', '/session/end', { cookie: signedIn.cookie });
    expect(out.status).toBe(200);
    expect((await call('GET', '/session', { cookie: signedIn.cookie })).status).toBe(401);
  });

  it('gives the same response for an unknown address, a wrong password, a wrong code and a locked address', async () => {
    const { totpUri } = await operator('viewer', 'locked@example.com');
    const answers = [
      await signIn('nobody@example.com', '123456'),
      await signIn('locked@example.com', totpOf(totpUri, 1), 'wrong password'),
      await signIn('locked@example.com', '000000'),
    ];
    for (let more = 0; more < 3; more += 1) answers.push(await signIn('locked@example.com', '000000'));
    answers.push(await signIn('locked@example.com', totpOf(totpUri, 1)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.message}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it('is not locked by wrong passwords from another network address', async () => {
    const { email, totpUri } = await operator('viewer', 'watched@example.com');
    for (let wrong = 0; wrong < 5; wrong += 1) await signIn(email, '000000', 'wrong', '198.51.100.9');
    expect((await signIn(email, totpOf(totpUri, 1), password, '198.51.100.9')).status).toBe(401);
    expect((await signIn(email, totpOf(totpUri, 1))).status).toBe(200);
  });

  it('refuses a sign-in before the second factor is set up', async () => {
    await accept('half@example.com', 'admin');
    expect((await signIn('half@example.com', '000000')).status).toBe(401);
  });

  it('ends sessions when an operator is disabled or reset', async () => {
    const gone = await operator('admin', 'gone@example.com');
    await transact(database, (transaction) => disableOperator(transaction, gone.email));
    expect((await call('GET', '/session', { cookie: gone.cookie })).status).toBe(401);
    expect((await signIn(gone.email, totpOf(gone.totpUri, 1))).status).toBe(401);
    const lost = await operator('desk', 'lost@example.com');
    const { token } = await transact(database, (transaction) => resetSecondFactor(transaction, lost.email));
    expect((await call('GET', '/session', { cookie: lost.cookie })).status).toBe(401);
    expect((await signIn(lost.email, totpOf(lost.totpUri, 1))).status).toBe(401);
    expect((await call('POST', '/invitations/look', { body: { token } })).json.data.role).toBe('desk');
  });
});
