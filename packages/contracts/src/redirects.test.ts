import { describe, expect, it } from 'vitest';
import { redirectOf, redirects } from './redirects.ts';

describe('redirectOf', () => {
  it.each([
    ['/leading-safe-training-bangalore', '/safe/safe-agilist-certification'],
    ['/safe-agilist-certification-training-in-new-delhi', '/safe/safe-agilist-certification'],
    ['/safe-advanced-scrum-master-training-pune', '/safe/safe-advanced-scrum-master-certification'],
    ['/safe-popm-certification-training-in-mumbai', '/safe/safe-popm-certification'],
    ['/safe-scrum-master-training-hyderabad', '/safe/safe-scrum-master-certification'],
    ['/safe-rte-certification-training-in-chennai', '/safe/safe-release-train-engineer-certification'],
    ['/kanban-system-design-training-delhi', '/kanban/kanban-system-design-certification'],
    [
      '/kanban-management-professional-training-noida',
      '/kanban/kanban-management-professional-certification',
    ],
    ['/csm-certification-training-in-kolkata', '/scrum/certified-scrum-master-certification'],
    ['/icp-acc-agile-coach-training-kochi', '/agile-management/icp-acc-agile-coach-certification'],
    ['/courses/leading-safe', '/safe/safe-agilist-certification'],
    ['/Courses/CSM/', '/scrum/certified-scrum-master-certification'],
    ['/shop', '/'],
    ['/shop/anything/below', '/'],
    ['/cart', '/'],
    ['/my-account', '/'],
    ['/my-account/orders', '/'],
    ['/trainer-login', '/'],
    ['/quiz', '/'],
    ['/footer-builder', '/'],
    ['/modal-popup', '/'],
    ['/copyright-policy', '/'],
    ['/free-e-books', '/'],
    ['/clients-voice/', '/'],
    ['/about-the-founder', '/'],
    ['/courses', '/'],
  ])('%s leads to %s', (from, to) => {
    expect(redirectOf(from)).toBe(to);
  });

  it.each([
    '/',
    '/home',
    '/blogs',
    '/shopping',
    '/leading-safe-training-atlantis',
    '/safe/safe-agilist-certification',
    '/blog/shop',
    '//',
  ])('%s stays', (path) => {
    expect(redirectOf(path)).toBeUndefined();
  });

  it('leads nowhere that leads on', () => {
    for (const [, to] of redirects) expect(redirectOf(to)).toBeUndefined();
  });
});
