/**
 * Makes failed queries faster. Testing Library prints the whole document into the message of each failed
 * query, and a query that waits fails at every attempt. With this set-up, the document is printed only when
 * the message is read.
 */
import { configure, prettyDOM } from '@testing-library/react';

function getElementError(message: string | null, container: Element): Error {
  const error = new Error();
  // The stack trace begins at the line of the query.
  Error.captureStackTrace(error, getElementError);
  error.name = 'TestingLibraryElementError';
  let text: string | undefined;
  Object.defineProperty(error, 'message', {
    get: () => {
      text ??= [message, prettyDOM(container) || ''].filter(Boolean).join('\n\n');
      return text;
    },
    set: (value: string) => {
      text = value;
    },
    configurable: true,
  });
  return error;
}

configure({ getElementError });
