import { expect, it } from 'vitest';
import { cleanPage } from '../features/analytics/clean-page.ts';
import { routes } from './routes.ts';

it('analytics see no token, number or attempt in the address of any route', () => {
  const secret = routes.filter(
    ({ path, private: isPrivate }) => isPrivate || /:(?:token|number|attempt)/.test(path),
  );
  expect(secret.length).toBeGreaterThan(5);
  for (const { path } of secret) {
    const address = new URL(path.replaceAll(/:\w+/g, 'SECRET'), 'https://academy.example');
    const page = cleanPage(address);
    if (path.includes(':')) expect(page, path).toMatchObject({ isPrivate: true });
    expect(page.address, path).not.toContain('SECRET');
  }
});
