/**
 * How to handle a case: the section "What to do" of the case's page in `docs/cases`. It is loaded when the
 * help is opened.
 */
import type { Token, Tokens } from 'marked';
import { lazy, Suspense, useState } from 'react';

const pages = import.meta.glob<string>('../../../../docs/cases/*.md', { query: '?raw', import: 'default' });

/** Inline text. Links are shown as plain text, because they point to files of the repository. */
function Inline({ tokens = [] }: { tokens?: Token[] | undefined }) {
  return tokens.map((token) =>
    token.type === 'codespan' ? (
      <code key={token.raw} className="rounded bg-surface px-1 text-sm">
        {(token as Tokens.Codespan).text}
      </code>
    ) : 'tokens' in token ? (
      <Inline key={token.raw} tokens={token.tokens} />
    ) : (
      token.raw
    ),
  );
}

function Block({ token }: { token: Token }) {
  if (token.type === 'paragraph')
    return (
      <p>
        <Inline tokens={token.tokens} />
      </p>
    );
  if (token.type === 'code')
    return <pre className="overflow-x-auto text-sm">{(token as Tokens.Code).text}</pre>;
  if (token.type !== 'list') return null;
  return (
    <ul className="list-disc pl-5">
      {(token as Tokens.List).items.map((item) => (
        <li key={item.raw}>
          <Inline tokens={item.tokens} />
        </li>
      ))}
    </ul>
  );
}

function pageOf(kind: string) {
  return lazy(async () => {
    const [{ lexer }, text] = await Promise.all([
      import('marked'),
      pages[`../../../../docs/cases/${kind}.md`]?.(),
    ]);
    const blocks = lexer(text?.split('## What to do')[1] ?? 'No documentation for this kind of case.');
    return {
      default: () =>
        blocks.filter(({ type }) => type !== 'space').map((token) => <Block key={token.raw} token={token} />),
    };
  });
}

type Page = ReturnType<typeof pageOf>;

/** @param kind kind of the case, for example `refund_failed` */
export function CaseHelp({ kind }: { kind: string }) {
  const [Help, setPage] = useState<Page>();
  return (
    <details className="text-sm" onToggle={() => setPage((page: Page | undefined) => page ?? pageOf(kind))}>
      <summary className="cursor-pointer text-brand-strong">What to do</summary>
      <div className="grid gap-2 py-2">
        <Suspense fallback={<p>Loading…</p>}>{Help ? <Help /> : null}</Suspense>
      </div>
    </details>
  );
}
