/**
 * A small OpenID Connect provider: discovery, keys, and the token call with PKCE. The test decides which
 * person signs in.
 */

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '@meridian/stack/at-end';

export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  /** Seconds since 1970. */
  auth_time?: number;
}

/** Deviations of this provider. */
export interface Saying {
  /** The email address is only at the userinfo endpoint, not in the ID token. */
  onRequest?: boolean;
  /** Subject of the userinfo response, which may be another person. */
  about?: string;
  /** The response has no ID token. */
  withoutToken?: boolean;
  /** Issuer in the metadata, which may be another issuer. */
  issuer?: string;
}

interface Grant {
  person: Person;
  challenge: string;
  nonce: string | null;
  redirectUri: string;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Starts the provider for one test file. */
export async function useIdentityProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const strange = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const client = { clientId: 'console', clientSecret: 'a secret of the provider' };
  const grants = new Map<string, Grant>();
  const people = new Map<string, Person>();
  let forges = false;
  let says: Saying = {};
  let issuer = '';

  function idToken({ person, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const { email, email_verified, ...rest } = person;
    const claims = {
      iss: issuer,
      aud: client.clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...rest,
      ...(!says.onRequest && { email, email_verified }),
    };
    const signed = `${encoded({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encoded(claims)}`;
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), forges ? strange : privateKey).toString('base64url')}`;
  }

  async function token(request: IncomingMessage) {
    const body = await bodyOf(request);
    const grant = grants.get(body.get('code') ?? '');
    // Each code works once.
    grants.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
    const secret =
      body.get('client_secret') ?? decodeURIComponent((basic.split(':')[1] ?? '').replaceAll('+', ' '));
    const right =
      grant?.challenge === challenge &&
      grant.redirectUri === body.get('redirect_uri') &&
      secret === client.clientSecret;
    if (!right || !grant) return { status: 400, body: { error: 'invalid_grant' } };
    const accessToken = randomUUID();
    people.set(accessToken, grant.person);
    const answer = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      ...(!says.withoutToken && { id_token: idToken(grant) }),
    };
    return { status: 200, body: answer };
  }

  function discovery() {
    return {
      issuer: says.issuer ?? issuer,
      userinfo_endpoint: `${issuer}/me`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') send(discovery());
    else if (request.url === '/keys')
      send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] });
    else if (request.url === '/me') {
      const person = people.get(request.headers.authorization?.slice(7) ?? '');
      const { sub = '', email, email_verified } = person ?? {};
      send({ sub: says.about ?? sub, email, email_verified }, person ? 200 : 401);
    } else if (request.url === '/token') {
      const { status, body } = await token(request);
      send(body, status);
    } else response.writeHead(404).end();
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(() => server.close());

  return {
    settings: { ...client, issuer, name: 'Test ID' },
    /** Signs a person in at the URL that the console made. @returns the parameters of the redirect */
    signIn(url: string, person: Person): { code: string; state: string } {
      const requested = new URL(url).searchParams;
      const code = randomUUID();
      grants.set(code, {
        person,
        nonce: requested.get('nonce'),
        challenge: requested.get('code_challenge') ?? '',
        redirectUri: requested.get('redirect_uri') ?? '',
      });
      return { code, state: requested.get('state') ?? '' };
    },
    say(saying: Saying): void {
      says = saying;
    },
    /** Signs ID tokens with a key that the provider does not publish. */
    forge(on: boolean): void {
      forges = on;
    },
  };
}
