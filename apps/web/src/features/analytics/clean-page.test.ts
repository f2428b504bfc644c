import { describe, expect, it } from 'vitest';
import { cleanPage } from './clean-page.ts';

const clean = (path: string) => cleanPage(new URL(path, 'https://academy.example'));

describe('the page address sent to analytics', () => {
  it.each([
    ['/safe/safe-agilist-certification', '/safe/safe-agilist-certification'],
    ['/checkout?course_id=101&course_qty=2', '/checkout'],
    ['/?utm_source=google&gclid=abc&email=asha@example.com', '/?utm_source=google&gclid=abc'],
    ['/?utm_content=asha@example.com', '/'],
    [`/?utm_term=${'x'.repeat(101)}`, '/'],
  ])('%s becomes %s', (path, address) => {
    expect(clean(path).address).toBe(address);
  });
});
