import { beforeEach, describe, expect, it } from 'vitest';
import { useConsole } from '../../../testing/console/console-stack.ts';
import { type Person, useIdentityProvider } from '../../../testing/console/identity-provider.ts';

const provider = await useIdentityProvider();
const { call, invite, operator, database } = await useConsole({ oidc: provider.settings });
const now = () => Math.floor(Date.now() / 1_000);
const personOf = (email: string, more: Partial<Person> = {}): Person => ({
  sub: `sub-${email}`,
  email,
  email_verified: true,
  auth_time: now(),
  ...more,
});

beforeEach(() => {
  provider.forge(false);
  provider.say({});
});

async function begin() {
  const begun = await call('POST', '/session/oidc/begin', { body: {} });
  return { url: String(begun.json.data?.url), cookie: begun.cookie, status: begun.status };
}

async function signIn(person: Person) {
  const { url, cookie } = await begin();
  return call('POST', '/session/oidc', { cookie, body: provider.signIn(url, person) });
}

describe('sign-in by an identity provider', () => {
  it('does not begin while the provider’s metadata has another issuer', async () => {
    provider.say({ issuer: 'https://elsewhere.example' });
    expect((await begin()).status).toBe(502);
    provider.say({});
    expect((await begin()).status).toBe(200);
  });

  it('is named on the sign-in page, and requests a new authentication', async () => {
    expect((await call('GET', '/session/oidc')).json.data).toEqual({ name: 'Test ID' });
    const { url, cookie } = await begin();
    const requested = new URL(url).searchParams;
    expect(Object.fromEntries(requested)).toMatchObject({
      client_id: 'console',
      prompt: 'login',
      max_age: '0',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3001/sign-in/oidc',
    });
    expect(requested.get('nonce')).not.toBeNull();
    expect(cookie).toContain('state');
  });

  it('signs an invited person in with the role of the invitation and a step-up, and stores no token', async () => {
    await invite('invited@example.com', 'finance');
    const answer = await signIn(personOf('invited@example.com'));
    expect(answer.status).toBe(200);
    const session = await call('GET', '/session', { cookie: answer.cookie });
    expect(session.json.data).toMatchObject({
      operator: { email: 'invited@example.com', role: 'finance' },
      enrolling: false,
      by_oidc: true,
      stepped_up_until: expect.any(String),
    });
    const accounts = await database
      .selectFrom('operator_accounts')
      .selectAll()
      .where('provider_id', '=', 'oidc')
      .execute();
    expect(accounts).toMatchObject([
      { account_id: 'sub-invited@example.com', access_token: null, refresh_token: null, id_token: null },
    ]);
    // The invitation is used up; the next sign-in uses the account.
    expect((await signIn(personOf('invited@example.com'))).status).toBe(200);
  });

  it('takes the address from the userinfo of the same person, and the time of the sign-in from the ID token', async () => {
    await invite('asked@example.com', 'finance');
    provider.say({ onRequest: true });
    const { cookie } = await signIn(personOf('asked@example.com'));
    expect((await call('GET', '/session', { cookie })).json.data).toMatchObject({
      operator: { email: 'asked@example.com' },
      stepped_up_until: expect.any(String),
    });
    for (const other of [{ about: 'somebody else' }, { withoutToken: true }]) {
      provider.say({ onRequest: true, ...other });
      expect((await signIn(personOf('asked@example.com'))).status).toBe(401);
    }
  });

  it('signs an existing operator in', async () => {
    await operator('desk', 'known@example.com');
    expect((await signIn(personOf('known@example.com'))).status).toBe(200);
  });

  it('is not a step-up if the person authenticated an hour ago', async () => {
    await invite('late@example.com', 'finance');
    const { cookie } = await signIn(personOf('late@example.com', { auth_time: now() - 3_600 }));
    expect((await call('GET', '/session', { cookie })).json.data).toMatchObject({ stepped_up_until: null });
  });

  it.each([
    ['a person who is not invited', personOf('stranger@example.com')],
    ['a person without a verified address', personOf('unsure@example.com', { email_verified: false })],
  ])('refuses %s', async (_who, person) => {
    if (!person.email_verified) await invite(person.email, 'admin');
    const answer = await signIn(person);
    expect(answer).toMatchObject({ status: 401, cookie: '' });
    const known = await database
      .selectFrom('operators')
      .select('id')
      .where('email', '=', person.email)
      .execute();
    expect(known).toEqual([]);
  });

  it('refuses a disabled operator', async () => {
    await invite('gone@example.com', 'viewer');
    await signIn(personOf('gone@example.com'));
    await database
      .updateTable('operators')
      .set({ disabled_at: new Date() })
      .where('email', '=', 'gone@example.com')
      .execute();
    expect((await signIn(personOf('gone@example.com'))).status).toBe(401);
  });

  it('refuses a forged token, a code of another browser and a used code', async () => {
    await invite('admin@example.com', 'admin');
    const person = personOf('admin@example.com');
    provider.forge(true);
    expect((await signIn(person)).status).toBe(401);
    provider.forge(false);
    const [victim, attacker] = [await begin(), await begin()];
    const stolen = provider.signIn(attacker.url, person);
    const planted = await call('POST', '/session/oidc', {
      cookie: victim.cookie,
      body: stolen,
    });
    expect(planted.status).toBe(401);
    const { url, cookie } = await begin();
    const body = provider.signIn(url, person);
    expect((await call('POST', '/session/oidc', { cookie, body })).status).toBe(200);
    expect((await call('POST', '/session/oidc', { cookie, body })).status).toBe(401);
  });
});
