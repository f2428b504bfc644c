/** Has the server build's React DOM tell which elements it renders. */
import type { Plugin } from 'vite';

const rendererFile = /\/react-dom\/cjs\/react-dom-server-legacy\.node\.production\.js$/;
/** Start of the function that writes an element's opening tag. */
const elementStart = /function pushStartInstance\(\s*[\w$]+,\s*type,\s*props,[^)]*\)\s*\{/;

/**
 * @param code text of the renderer
 * @returns the code with a call of `globalThis.noteElement` for each element
 * @throws TypeError if the renderer has another form
 */
export function notingElements(code: string): string {
  if (!elementStart.test(code)) throw new TypeError('React DOM writes elements in another way');
  return code.replace(elementStart, '$& globalThis.noteElement?.(type, props);');
}

/** Finding elements and classes in a page's markup would take a sixth as long as rendering it. */
export function notedElements(): Plugin {
  return {
    name: 'noted-elements',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    transform: {
      filter: { id: rendererFile },
      handler: (code) => ({ code: notingElements(code), map: null }),
    },
  };
}
