import { beforeEach, expect, it } from 'vitest';
import { deleteCookies, readChoice, storeChoice } from './choice.ts';

beforeEach(() => localStorage.clear());

it('a choice holds until it is changed, and consent for the services that it was for', () => {
  expect(readChoice(['ga4'])).toBeUndefined();
  storeChoice(['ga4']);
  expect(readChoice(['ga4'])).toEqual(['ga4']);
  // Another service is asked about.
  expect(readChoice(['ga4', 'meta'])).toBeUndefined();
  storeChoice('refused');
  expect(readChoice(['ga4', 'meta'])).toBe('refused');
});

it('the cookies of the services are deleted, and no others', () => {
  // biome-ignore-start lint/suspicious/noDocumentCookie: as the services set them
  document.cookie = '_ga=GA1.1; path=/';
  document.cookie = '_fbp=fb.1; path=/';
  document.cookie = 'other=1; path=/';
  // biome-ignore-end lint/suspicious/noDocumentCookie: as the services set them
  deleteCookies();
  expect(document.cookie).toBe('other=1');
});
