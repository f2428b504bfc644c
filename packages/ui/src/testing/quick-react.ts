/**
 * Makes React faster in tests. In development, React captures a stack trace and creates a console task for
 * every element, up to 10,000 a second. Only warnings and the browser's console use them.
 */
import * as React from 'react';

const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as
  | object
  | undefined;
if (internals && Object.hasOwn(internals, 'recentlyCreatedOwnerStacks'))
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
    configurable: true,
  });
