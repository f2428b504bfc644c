/**
 * A query that finds nothing puts the whole document into its message, and one that waits does so at each try. Here the
 * document is printed when the message is first read: by the reporter.
 */
import { configure, prettyDOM } from '@testing-library/react';

function getElementError(message: string | null, container: Element): Error {
  const error = new Error();
  // A report shows the line that asked, not this one.
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
