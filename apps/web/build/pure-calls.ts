/** Lets the bundler leave out unused components of libraries that wrap them as they are loaded. */
import type { Plugin } from 'vite';

const library = /\/node_modules\/react-router\/dist\/.+\.js$/;
/** React's calls that only make something, in a definition. */
const wrapping = /= (React(?:\$\d+)?\.(?:memo|forwardRef|createContext|lazy)\()/g;

/** @param code text of a module @returns the same, its definitions marked as free of side effects */
export function markPure(code: string): string {
  return code.replace(wrapping, '= /* @__PURE__ */ $1');
}

/**
 * `const Memoized = React.memo(Component)` counts as a side effect, so the bundler keeps it, and what the component
 * uses. The build leaves React Router's own route matching and data router out with it.
 */
export function pureCalls(): Plugin {
  return {
    name: 'pure-calls',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: library },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}
