import fastify, { type FastifyInstance } from 'fastify';
import supertest from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countUnknownFields } from './unknown-fields.ts';

let app: FastifyInstance;
let counted: string[];

beforeEach(async () => {
  app = fastify();
  counted = [];
  countUnknownFields(app, (route) => counted.push(route));
  app.post('/known', { config: { bodyFields: ['a', 'b'] } }, async () => ({ status: 1 }));
  app.post('/free', async () => ({ status: 1 }));
  await app.ready();
});
afterEach(() => app.close());

it.each([
  ['known fields', { a: 1 }, []],
  ['two unknown ones', { a: 1, c: 2, d: 3 }, ['/known', '/known']],
  ['a list', [1, 2], []],
])('13.1 13.12 of a body with %s counts what its route does not know', async (_name, body, expected) => {
  await supertest(app.server).post('/known').send(body).expect(200);
  expect(counted).toEqual(expected);
});

it('counts nothing at a route that names no fields', async () => {
  await supertest(app.server).post('/free').send({ anything: 1 }).expect(200);
  expect(counted).toEqual([]);
});
