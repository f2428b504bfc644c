import { classNames } from './class-names.ts';

/** HTML from the upstream, which the BFF sanitised before it reached any page. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classNames('rich-text', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
