import { expect, it } from 'vitest';
import { contextAddress } from './context.ts';

it.each([
  [`https://academy.example/waitlist/${'ab'.repeat(20)}`, 'https://academy.example/waitlist/'],
  [`https://academy.example/checkout?offer=${'ab'.repeat(20)}`, 'https://academy.example/checkout?offer='],
  [`https://cdn.example/${'ab'.repeat(32)}`, `https://cdn.example/${'ab'.repeat(32)}`],
  ['https://academy.example/safe?utm_source=x', 'https://academy.example/safe?utm_source=x'],
])('%s becomes %s, because the token of an offer grants access to the offer', (given, told) => {
  expect(contextAddress(2_048).parse(given)).toBe(told);
});
