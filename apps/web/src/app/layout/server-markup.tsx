import { type ComponentProps, useState } from 'react';

/**
 * A stateless part of the layout that is the same on every page. The server renders it and the browser keeps
 * that markup, so its code is not in the first load.
 *
 * @param children absent in the browser: pass them only if `import.meta.env.SSR` is true
 */
export function ServerMarkup({ children, ...props }: ComponentProps<'div'> & { id: string }) {
  // React keeps this markup, unless it has to render the page from scratch.
  const [html] = useState(() => ({
    __html: (!import.meta.env.SSR && document.getElementById(props.id)?.innerHTML) || '',
  }));
  return children ? <div {...props}>{children}</div> : <div {...props} dangerouslySetInnerHTML={html} />;
}
