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
  const bodyFields = ['sent', 'sent.x', 'data', 'data.name', 'free'];
  app.post('/nested', { config: { bodyFields } }, async () => ({ status: 1 }));
  app.post('/free', async () => ({ status: 1 }));
  await app.ready();
});
afterEach(() => app.close());

it.each([
  ['known fields', { a: 1 }, []],
  ['two unknown fields', { a: 1, c: 2, d: 3 }, ['/known', '/known']],
  ['a list', [1, 2], []],
])('counts unknown fields in a body with %s by route', async (_name, body, expected) => {
  await supertest(app.server).post('/known').send(body).expect(200);
  expect(counted).toEqual(expected);
});

it.each([
  ['a known object', { sent: { x: 1 }, data: [{ name: 'a' }] }, 0],
  [
    'unknown fields within objects, and objects of lists',
    { sent: { y: 1 }, data: [{ name: 1, z: 2 }, { z: 3 }] },
    3,
  ],
  ['a list of lists', { data: [[{ z: 1 }]] }, 1],
  ['values that are not objects', { sent: 'x', data: [1, null] }, 0],
  ['an object that is not inspected', { free: { anything: 1 } }, 0],
])('counts all unknown fields in a body with %s', async (_name, body, expected) => {
  await supertest(app.server).post('/nested').send(body).expect(200);
  expect(counted).toHaveLength(expected);
});

it('counts nothing at a route that lists no fields', async () => {
  await supertest(app.server).post('/free').send({ anything: 1 }).expect(200);
  expect(counted).toEqual([]);
});
