import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** HTML from the upstream, sanitised by the BFF. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null);

  // Elements that are too wide have their own scroll bar, so they must be focusable by keyboard.
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
