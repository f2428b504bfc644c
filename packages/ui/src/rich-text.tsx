import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** HTML from the upstream, which the BFF sanitised before it reached any page. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null);

  // What is wider than the text scrolls by itself, and has to be reached by the keyboard for that.
  useEffect(() => {
    for (const part of element.current?.querySelectorAll<HTMLElement>('table, pre, figure') ?? []) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    }
  }, [html]);

  return (
    <div
      ref={element}
      className={classNames('rich-text', className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
