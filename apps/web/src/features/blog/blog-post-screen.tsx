import { formatDate } from '@meridian/contracts/format-time';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { Image } from '@meridian/ui/image';
import { QueryView } from '@meridian/ui/query-view';
import { RichText } from '@meridian/ui/rich-text';
import { Container } from '@meridian/ui/section';
import { useMemo } from 'react';
import { api } from '../../api/api.ts';
import { usePageParams } from '../../routing/page-params.ts';
import { LeadForm } from '../leads/public.ts';
import { PostBreadcrumb } from './post-breadcrumb.tsx';
import { readingMinutes } from './reading-minutes.ts';
import { ShareLinks } from './share-links.tsx';

/** A post with the query form beside it. */
export function BlogPostScreen() {
  const { seoSlug = '' } = usePageParams();
  const query = api.endpoints.blog_detail.useQuery({ seo_slug: seoSlug });
  return (
    <Container className="py-6 sm:py-10">
      <QueryView query={query} skeleton="text" heading="Blog post">
        {(post) => (
          <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <article className="min-w-0">
              <PostBreadcrumb />
              <h1 className="mt-3 max-w-[22ch] text-3xl sm:text-4xl">{post.name}</h1>
              <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
                <Byline author={post.author} published={post.published} html={post.description} />
                <ShareLinks title={post.name} path={`/blog/${seoSlug}`} />
              </div>
              <Image
                src={post.image}
                alt={post.image_title}
                width={800}
                height={450}
                eager
                className="mt-6 aspect-video w-full rounded-lg bg-brand-faint object-cover"
              />
              <RichText html={post.description} className="reading mt-9" />
            </article>
            <aside className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 lg:sticky lg:top-24">
              <h2 className="mb-4 text-xl">Have any Queries? Get in Touch</h2>
              <ErrorBoundary>
                <QueryForm id={post.id} name={post.name} seoSlug={seoSlug} />
              </ErrorBoundary>
            </aside>
          </div>
        )}
      </QueryView>
    </Container>
  );
}

function Byline({ author, published, html }: { author: string; published: string; html: string }) {
  const initials = author
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-bold text-brand-strong"
      >
        {initials}
      </span>
      <p className="text-sm font-semibold">
        By {author}
        <span className="block font-normal text-ink-soft">
          <time dateTime={published.slice(0, 10)}>{formatDate(published)}</time>
          <span aria-hidden="true"> · </span>
          {readingMinutes(html)} min read
        </span>
      </p>
    </div>
  );
}

function QueryForm({ id, name, seoSlug }: { id: number; name: string; seoSlug: string }) {
  const context = useMemo(
    () => ({ blog_id: id, blog_name: name, blog_url: `/blog/${seoSlug}` }),
    [id, name, seoSlug],
  );
  return <LeadForm form="pmp_exam" context={context} />;
}
