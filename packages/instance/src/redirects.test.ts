import { describe, expect, it } from 'vitest';
import { findRedirect, parseRedirects } from './redirects.ts';
import { sampleFolder } from './sample.ts';

describe('redirects of the sample brand', () => {
  const find = (path: string) => findRedirect(sampleFolder.redirects, path);

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
  ])('%s redirects to %s', (from, to) => {
    expect(find(from)).toBe(to);
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
    expect(find(path)).toBeUndefined();
  });
});

describe('redirects.csv', () => {
  const faultsOf = (...rows: string[]) => {
    const faults: string[] = [];
    parseRedirects(['from,to', ...rows].join('\n'), faults);
    return faults;
  };

  it('allows comments, empty lines, queries in targets, and targets on other sites', () => {
    expect(faultsOf('# old shop', '', '/shop,/?from=shop', '/lms/*,https://lms.example/start')).toEqual([]);
  });

  it.each([
    ['/shop', 'redirects.csv:2: needs two columns'],
    ['shop,/', 'redirects.csv:2: from: shop must be a path'],
    ['/shop?id=1,/', 'redirects.csv:2: from: /shop?id=1 must be a path'],
    ['/,/home', 'redirects.csv:2: from: / must be a path'],
    ['/api/header,/', 'redirects.csv:2: from: /api/header is a path that the server uses itself'],
    ['/shop,http://other.example', 'redirects.csv:2: to: http://other.example must be'],
    ['/shop,//other.example', 'redirects.csv:2: to: //other.example must be'],
    ['/shop,javascript:alert(1)', 'redirects.csv:2: to: javascript:alert(1) must be'],
    ['/shop,/shop', 'redirects.csv:2: to: /shop redirects itself'],
    ['/a/*,/a/b', 'redirects.csv:2: to: /a/b redirects itself'],
  ])('reports the line of an invalid redirect: %s', (row, fault) => {
    expect(faultsOf(row)).toEqual([expect.stringContaining(fault)]);
  });

  it('refuses chains, loops and a second redirect of a path', () => {
    expect(faultsOf('/a,/b', '/b,/c')).toEqual([
      expect.stringMatching(/^redirects.csv:2: to: \/b redirects/),
    ]);
    expect(faultsOf('/a,/b', '/b,/a')).toHaveLength(2);
    expect(faultsOf('/a,/b', '/A/,/c')).toEqual([expect.stringMatching(/^redirects.csv:3: from: \/A\/ has/)]);
  });
});
