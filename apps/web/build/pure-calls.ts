/** Lets the bundler tree-shake unused components of libraries that wrap them in React calls. */
import type { Plugin } from 'vite';

const library = /\/node_modules\/react-router\/dist\/.+\.js$/;
/** React's calls without side effects, in a definition. */
const wrapping = /= (React(?:\$\d+)?\.(?:memo|forwardRef|createContext|lazy)\()/g;

/** @param code text of a module @returns the code with its definitions marked as free of side effects */
export function markPure(code: string): string {
  return code.replace(wrapping, '= /* @__PURE__ */ $1');
}

/**
 * `const Memoized = React.memo(Component)` counts as a side effect, so the bundler keeps it and its dependencies.
 * Marked as pure, React Router's own route matching and data router are left out of the build.
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
