import { beforeEach, expect, it } from 'vitest';
import { deleteCookies, readChoice, storeChoice } from './choice.ts';

beforeEach(() => localStorage.clear());

it('a refusal applies to all services, consent only to those that were accepted', () => {
  expect(readChoice(['ga4'])).toBeUndefined();
  storeChoice(['ga4']);
  expect(readChoice(['ga4'])).toEqual(['ga4']);
  // A service was added, so the visitor is asked again.
  expect(readChoice(['ga4', 'meta'])).toBeUndefined();
  storeChoice('refused');
  expect(readChoice(['ga4', 'meta'])).toBe('refused');
});

it('deletes the cookies of the services, and no others', () => {
  // biome-ignore-start lint/suspicious/noDocumentCookie: the services set their cookies this way
  document.cookie = '_ga=GA1.1; path=/';
  document.cookie = '_fbp=fb.1; path=/';
  document.cookie = 'other=1; path=/';
  // biome-ignore-end lint/suspicious/noDocumentCookie: the services set their cookies this way
  deleteCookies();
  expect(document.cookie).toBe('other=1');
});
